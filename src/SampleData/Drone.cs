namespace DroneDelivery.SampleData;

/// <summary>One drone of the fleet and the base that it flies from.</summary>
public sealed record Drone(
    string DroneId,
    string Model,
    string Base,
    int CruiseMilesPerHour,
    decimal MaximumLoadKilograms,
    string Status);
