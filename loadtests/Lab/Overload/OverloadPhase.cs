namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>The results of a part of a run. A request counts in the part in which it was due.</summary>
/// <param name="Times">Arrivals planned per second, in multiples of the capacity.</param>
/// <param name="FromSeconds">The start; like <paramref name="UntilSeconds"/>, it counts from the run's start.</param>
/// <param name="Good">The requests that were answered with success within the objective.</param>
/// <param name="Latency">Of the accepted requests: those that were not refused, answered or not, retries included.</param>
public sealed record OverloadPhase(
    double Times, double FromSeconds, double UntilSeconds, long Good, long Refused, LatencyDistribution Latency)
{
    /// <summary>The number of arrivals, sent or not, and retries.</summary>
    public long Offered => NotRefused + Refused;

    public double OfferedPerSecond => Offered / (UntilSeconds - FromSeconds);

    /// <summary>Requests per second that were answered with success within the objective.</summary>
    public double GoodputPerSecond => Good / (UntilSeconds - FromSeconds);

    /// <summary>The requests that were accepted and not answered with success, or never sent.</summary>
    public long Failed => NotRefused - Latency.Successes.Count;

    public double RefusedShare => Offered > 0 ? (double)Refused / Offered : 0;

    /// <summary>The share of <see cref="Failed"/> in all requests.</summary>
    public double FailedShare => Offered > 0 ? (double)Failed / Offered : 0;

    /// <summary>The share of all requests but the refused that are not <see cref="Good"/>; null if there are none.</summary>
    public double? MissedShare => NotRefused > 0 ? (double)(NotRefused - Good) / NotRefused : null;

    private long NotRefused => Latency.Count + Latency.Dropped;

    public static OverloadPhase FromAttempts(
        IEnumerable<Attempt> attempts, double times, double from, double until, double objectiveSeconds)
    {
        var (good, refused, latency) = (0L, 0L, new LatencyDistribution());
        foreach (var attempt in attempts.Where(attempt => attempt.At >= from && attempt.At < until))
        {
            good += attempt.IsGood(objectiveSeconds) ? 1 : 0;
            refused += attempt.Outcome == AttemptOutcome.Refused ? 1 : 0;
            latency.RecordDropped(attempt.Outcome == AttemptOutcome.Unsent ? 1 : 0);
            if (attempt.Accepted is { } end)
            {
                latency.Record((long)Math.Round(attempt.Seconds * 1e6), end);
            }
        }

        return new OverloadPhase(times, from, until, good, refused, latency);
    }
}
