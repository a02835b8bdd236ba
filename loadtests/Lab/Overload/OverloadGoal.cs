namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>What loads are multiples of, and what an answer has to stay within to be a good one.</summary>
/// <param name="Capacity">Requests per second.</param>
internal sealed record OverloadGoal(double Capacity, TimeSpan Objective);
