namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>What a reader asked for.</summary>
/// <param name="Duration">Of one trial.</param>
/// <param name="WarmUp">At most, of each target at saturation, before any trial.</param>
/// <param name="OpenRate">Requests per second of the open loop.</param>
/// <param name="Command">The command line that repeats it.</param>
internal sealed record CostRequest(
    IReadOnlyList<CostTarget> Targets, int Rounds, TimeSpan Duration, TimeSpan WarmUp, double OpenRate, string Command);
