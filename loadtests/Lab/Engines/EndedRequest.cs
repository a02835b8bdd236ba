namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>A request that was not cut off. <paramref name="At"/>: its end, from the first request's start.</summary>
/// <param name="Users">How many users there were at its end.</param>
internal readonly record struct EndedRequest(TimeSpan At, TimeSpan Latency, bool Successful, int Users);
