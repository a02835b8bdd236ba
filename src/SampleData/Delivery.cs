namespace DroneDelivery.SampleData;

/// <summary>One flight of one drone with one parcel, as stored in Cosmos DB (where <c>id</c> repeats the delivery id).</summary>
public sealed record Delivery(
    string DeliveryId,
    string OwnerId,
    int Year,
    int Month,
    string DroneId,
    string PackageId,
    Place Pickup,
    Place Dropoff,
    string Status,
    decimal MilesTraveled,
    decimal HoursAssigned,
    DateTimeOffset ScheduledAt,
    DateTimeOffset CompletedAt,
    IReadOnlyList<Waypoint> Route);

/// <summary>An address with its position in degrees.</summary>
public sealed record Place(string Address, decimal Latitude, decimal Longitude);

/// <summary>A point of a route: position in degrees, altitude above ground in feet.</summary>
public sealed record Waypoint(decimal Latitude, decimal Longitude, int AltitudeFeet);

/// <summary>The values of <see cref="Delivery.Status"/>.</summary>
public static class DeliveryStatus
{
    public const string Delivered = "delivered";
    public const string Returned = "returned";
}
