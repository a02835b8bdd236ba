namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>The results of a part of a run. A request counts in the part in which it was due.</summary>
/// <param name="Times">Arrivals planned per second, in multiples of the capacity.</param>
/// <param name="FromSeconds">The start; like <paramref name="UntilSeconds"/>, it counts from the run's start.</param>
/// <param name="Offered">The number of requests, including retries.</param>
/// <param name="Good">The requests that were answered with success within the objective.</param>
/// <param name="Failed">The requests that were accepted and not answered with success.</param>
/// <param name="P50Ms">The median latency of the requests that were not refused, answered or not; 0 if there are none.</param>
public sealed record OverloadStretch(
    double Times,
    double FromSeconds,
    double UntilSeconds,
    long Offered,
    long Good,
    long Answered,
    long Refused,
    long Failed,
    double P50Ms,
    double P99Ms)
{
    public double OfferedPerSecond => Offered / (UntilSeconds - FromSeconds);

    /// <summary>Requests per second that were answered with success within the objective.</summary>
    public double GoodputPerSecond => Good / (UntilSeconds - FromSeconds);

    public double RefusedShare => Offered > 0 ? (double)Refused / Offered : 0;

    public double FailedShare => Offered > 0 ? (double)Failed / Offered : 0;

    public static OverloadStretch FromAttempts(
        IEnumerable<Attempt> attempts, double times, double from, double until, double objectiveSeconds)
    {
        var within = attempts.Where(attempt => attempt.At >= from && attempt.At < until).ToList();
        List<double> accepted =
            [.. within.Where(attempt => attempt.End != AttemptEnd.Refused).Select(attempt => attempt.Seconds).Order()];
        var answered = within.Count(attempt => attempt.End == AttemptEnd.Answered);
        return new OverloadStretch(
            times,
            from,
            until,
            within.Count,
            within.Count(attempt => attempt.IsGood(objectiveSeconds)),
            answered,
            within.Count - accepted.Count,
            accepted.Count - answered,
            PercentileMs(accepted, 50),
            PercentileMs(accepted, 99));
    }

    /// <summary>The smallest value that this percentage of the values does not exceed.</summary>
    private static double PercentileMs(List<double> ordered, double percent) =>
        ordered.Count == 0 ? 0 : ordered[Math.Max(0, (int)Math.Ceiling(ordered.Count * percent / 100) - 1)] * 1_000;
}

/// <summary>The requests that were due in one second of a run.</summary>
/// <param name="Good">Answered with success within the objective.</param>
/// <param name="P99Ms">The 99th percentile of the accepted requests, answered or not.</param>
public sealed record OverloadSecond(int Second, long Offered, long Good, long Refused, double P50Ms, double P99Ms)
{
    /// <param name="until">Seconds from the run's start; a second that ends later is left out.</param>
    public static IReadOnlyList<OverloadSecond> FromAttempts(
        IReadOnlyList<Attempt> attempts, double until, double objectiveSeconds)
    {
        var bySecond = attempts.ToLookup(attempt => (int)attempt.At);
        return [.. Enumerable.Range(0, (int)until).Select(second =>
        {
            var all = OverloadStretch.FromAttempts(bySecond[second], 0, second, second + 1, objectiveSeconds);
            return new OverloadSecond(second, all.Offered, all.Good, all.Refused, all.P50Ms, all.P99Ms);
        })];
    }
}
