namespace DroneDelivery.Delivery.Storage;

/// <summary>The part of a delivery document that a utilization is the sum of.</summary>
internal sealed record Flight(decimal MilesTraveled, decimal HoursAssigned);
