using System.Buffers;
using System.Text.Json;

namespace DroneDelivery.SampleData;

/// <summary>Writes deliveries as the JSON documents that Cosmos DB stores, about 1 KB each.</summary>
public static class DeliveryDocuments
{
    /// <summary>Writes one document, without a line break.</summary>
    public static void WriteTo(IBufferWriter<byte> buffer, Delivery delivery)
    {
        using var writer = new Utf8JsonWriter(buffer);
        Write(writer, delivery);
    }

    /// <summary>Writes every delivery of the world, one document per line.</summary>
    public static Task WriteNdjsonAsync(World world, Stream stream, CancellationToken cancellationToken) =>
        Ndjson.WriteAsync(world.Deliveries(), Write, stream, cancellationToken);

    private static void Write(Utf8JsonWriter writer, Delivery delivery)
    {
        writer.WriteStartObject();
        writer.WriteString("id"u8, delivery.DeliveryId);
        writer.WriteString("deliveryId"u8, delivery.DeliveryId);
        writer.WriteString("ownerId"u8, delivery.OwnerId);
        writer.WriteNumber("year"u8, delivery.Year);
        writer.WriteNumber("month"u8, delivery.Month);
        writer.WriteString("droneId"u8, delivery.DroneId);
        writer.WriteString("packageId"u8, delivery.PackageId);
        WritePlace(writer, "pickup"u8, delivery.Pickup);
        WritePlace(writer, "dropoff"u8, delivery.Dropoff);
        writer.WriteString("status"u8, delivery.Status);
        writer.WriteNumber("milesTraveled"u8, delivery.MilesTraveled);
        writer.WriteNumber("hoursAssigned"u8, delivery.HoursAssigned);
        writer.WriteString("scheduledAt"u8, delivery.ScheduledAt.UtcDateTime);
        writer.WriteString("completedAt"u8, delivery.CompletedAt.UtcDateTime);
        WriteRoute(writer, delivery.Route);
        writer.WriteEndObject();
    }

    private static void WritePlace(Utf8JsonWriter writer, ReadOnlySpan<byte> name, Place place)
    {
        writer.WriteStartObject(name);
        writer.WriteString("address"u8, place.Address);
        writer.WriteNumber("latitude"u8, place.Latitude);
        writer.WriteNumber("longitude"u8, place.Longitude);
        writer.WriteEndObject();
    }

    private static void WriteRoute(Utf8JsonWriter writer, IReadOnlyList<Waypoint> route)
    {
        writer.WriteStartArray("route"u8);
        foreach (var waypoint in route)
        {
            writer.WriteStartObject();
            writer.WriteNumber("latitude"u8, waypoint.Latitude);
            writer.WriteNumber("longitude"u8, waypoint.Longitude);
            writer.WriteNumber("altitudeFeet"u8, waypoint.AltitudeFeet);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }
}
