namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>What is known of a run before it ends: how long it is to last and how many requests it will make.</summary>
/// <param name="Planned">The measured time.</param>
/// <param name="Requests">At most so many; null for a closed loop, where the answers decide.</param>
public sealed record RunOutlook(TimeSpan Planned, long? Requests);
