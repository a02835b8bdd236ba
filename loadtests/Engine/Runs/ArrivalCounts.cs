namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>
/// What became of the arrivals of an open loop. Those neither started nor dropped were still due when the end came.
/// </summary>
/// <param name="Scheduled">Whose moment came before the end.</param>
/// <param name="Started">Whose request was sent.</param>
/// <param name="Late">
/// Of those started, sent later than <see cref="GeneratorThresholds.LatenessP99"/> after they were due.
/// </param>
/// <param name="Dropped">Never made, since as many requests were in flight as may be.</param>
public sealed record ArrivalCounts(long Scheduled, long Started, long Late, long Dropped)
{
    /// <summary>The highest number of requests that were in flight at once; never more than the profile's bound.</summary>
    public int MaxInFlightReached { get; init; }
}
