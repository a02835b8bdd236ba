namespace DroneDelivery.Delivery.Storage;

/// <summary>The part of a delivery document that a report uses.</summary>
internal sealed record ReportedFlight(
    string DeliveryId, string OwnerId, string DroneId, string Status, decimal MilesTraveled, decimal HoursAssigned)
{
    public bool IsReturned => Status == DeliveryStatus.Returned;
}
