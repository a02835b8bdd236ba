namespace DroneDelivery.Gateway.Invoices;

/// <summary>The number of an owner's deliveries in a month, from the read model of Delivery.</summary>
internal sealed record DeliverySummary(int Deliveries);

/// <summary>The miles that an owner's drones traveled in a month, and the hours for which they were assigned.</summary>
internal sealed record DroneUtilization(int Deliveries, decimal MilesTraveled, decimal HoursAssigned);

internal sealed record PackageSummary(int Packages, int Fragile, decimal WeightKilograms);

internal sealed record DroneSummary(int Drones, int Assignments);
