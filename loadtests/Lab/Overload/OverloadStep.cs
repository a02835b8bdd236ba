namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>A stretch of constant load.</summary>
/// <param name="Times">Arrivals per second, in multiples of the capacity.</param>
public readonly record struct OverloadStep(double Times, TimeSpan Duration);
