using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace DroneDelivery.Delivery.Creates;

/// <summary>A delivery as it is stored, with what tells that a caller created it and by which request.</summary>
internal static class CreatedDocument
{
    /// <summary>The value of the property <c>origin</c>; the documents of the sample data have no such property.</summary>
    public const string Origin = "request";

    private const string OriginName = "origin";
    private const string HashName = "requestHash";

    public static Deliveries.Delivery DeliveryOf(string deliveryId, NewDelivery request)
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

    public static JsonObject Write(Deliveries.Delivery delivery, NewDelivery request)
    {
        var document = JsonSerializer.SerializeToNode(delivery, JsonSerializerOptions.Web)!.AsObject();
        document["id"] = delivery.DeliveryId;
        document[OriginName] = Origin;
        document[HashName] = HashOf(request);
        return document;
    }

    public static Deliveries.Delivery Read(JsonObject document) =>
        document.Deserialize<Deliveries.Delivery>(JsonSerializerOptions.Web)!;

    public static bool IsFrom(NewDelivery request, JsonObject document) =>
        (string?)document[HashName] == HashOf(request);

    // Of the request as it was understood: the order of its members and the spaces between them make no other request.
    private static string HashOf(NewDelivery request) =>
        Convert.ToHexStringLower(SHA256.HashData(JsonSerializer.SerializeToUtf8Bytes(request, JsonSerializerOptions.Web)));
}
