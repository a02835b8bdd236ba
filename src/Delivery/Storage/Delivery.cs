namespace DroneDelivery.Delivery.Storage;

/// <summary>One flight of one drone with one package.</summary>
internal sealed record Delivery(
    string DeliveryId,
    string OwnerId,
    int Year,
    int Month,
    string DroneId,
    string PackageId,
    Location Pickup,
    Location Dropoff,
    string Status,
    decimal MilesTraveled,
    decimal HoursAssigned,
    DateTimeOffset ScheduledAt,
    DateTimeOffset CompletedAt,
    IReadOnlyList<Waypoint> Route);

/// <summary>An address with its position in degrees.</summary>
public sealed record Location(string Address, decimal Latitude, decimal Longitude);

/// <summary>A point of a route: position in degrees, altitude above ground in feet.</summary>
public sealed record Waypoint(decimal Latitude, decimal Longitude, int AltitudeFeet);

/// <summary>The part of a delivery that a summary counts.</summary>
internal sealed record CountedDelivery(string DeliveryId, string OwnerId, int Year, int Month, string Status)
{
    public static CountedDelivery FromDelivery(Delivery delivery) =>
        new(delivery.DeliveryId, delivery.OwnerId, delivery.Year, delivery.Month, delivery.Status);
}

/// <summary>The part of a delivery document that a utilization adds up.</summary>
internal sealed record Flight(decimal MilesTraveled, decimal HoursAssigned);

/// <summary>The part of a delivery document that a report uses.</summary>
internal sealed record ReportedFlight(
    string DeliveryId, string OwnerId, string DroneId, string Status, decimal MilesTraveled, decimal HoursAssigned)
{
    public bool IsReturned => Status == DeliveryStatus.Returned;
}

/// <summary>The values of <see cref="Delivery.Status"/>.</summary>
internal static class DeliveryStatus
{
    public const string Delivered = "delivered";
    public const string Returned = "returned";
}

/// <summary>The values of the property <c>origin</c>; documents of the sample data do not have it.</summary>
internal static class DeliveryOrigin
{
    /// <summary>A client created the delivery by a request.</summary>
    public const string Request = "request";
}
