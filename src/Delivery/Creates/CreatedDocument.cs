using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;
using DroneDelivery.Delivery.Storage;

namespace DroneDelivery.Delivery.Creates;

/// <summary>A delivery as it is stored, with properties that say that a client created it and by which request.</summary>
internal static class CreatedDocument
{
    private const string OriginName = "origin";
    private const string HashName = "requestHash";

    public static Storage.Delivery NewDelivery(string deliveryId, NewDelivery request)
    {
        var scheduled = request.ScheduledAt.ToUniversalTime();
        return new(
            deliveryId,
            request.OwnerId!,
            scheduled.Year,
            scheduled.Month,
            request.DroneId!,
            request.PackageId!,
            request.Pickup!,
            request.Dropoff!,
            request.Status!,
            request.MilesTraveled,
            request.HoursAssigned,
            scheduled,
            request.CompletedAt.ToUniversalTime(),
            request.Route!);
    }

    public static JsonObject Write(Storage.Delivery delivery, NewDelivery request)
    {
        var document = JsonSerializer.SerializeToNode(delivery, JsonSerializerOptions.Web)!.AsObject();
        document["id"] = delivery.DeliveryId;
        document[OriginName] = DeliveryOrigin.Request;
        document[HashName] = HashOf(request);
        return document;
    }

    public static Storage.Delivery Read(JsonObject document) =>
        document.Deserialize<Storage.Delivery>(JsonSerializerOptions.Web)!;

    public static bool IsFrom(NewDelivery request, JsonObject document) =>
        (string?)document[HashName] == HashOf(request);

    // The hash of the parsed request: the order of its members and white space do not matter.
    private static string HashOf(NewDelivery request) =>
        Convert.ToHexStringLower(SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(request, JsonSerializerOptions.Web)));
}
