namespace DroneDelivery.Gateway.Backends;

/// <summary>What Delivery knows of an owner's month from its read model.</summary>
internal sealed record DeliverySummary(int Deliveries);

/// <summary>How far an owner's drones flew in a month and for how long they were kept.</summary>
internal sealed record DroneUtilization(int Deliveries, decimal MilesTraveled, decimal HoursAssigned);

internal sealed record PackageSummary(int Packages, int Fragile, decimal WeightKilograms);

internal sealed record DroneSummary(int Drones, int Assignments);
