namespace DroneDelivery.Delivery.Storage;

/// <summary>The part of a delivery document that a utilization adds up.</summary>
internal sealed record Flight(decimal MilesTraveled, decimal HoursAssigned);
