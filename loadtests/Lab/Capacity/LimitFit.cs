namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>What the trials so far tell of a limit.</summary>
/// <param name="Spread">How far from it, as a share of its rate, more trials tell most.</param>
internal sealed record LimitFit(LimitEstimate Limit, double Spread);
