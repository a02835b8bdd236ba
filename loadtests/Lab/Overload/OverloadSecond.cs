namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>The requests that were due in one second of a run.</summary>
/// <param name="Good">Answered with success within the objective.</param>
/// <param name="Failed">Accepted and not answered with success, or never sent.</param>
/// <param name="P99">The 99th percentile of the accepted requests, answered or not.</param>
public sealed record OverloadSecond(int Second, long Good, long Refused, long Failed, LatencyValue P99)
{
    /// <param name="until">Seconds from the run's start; a second that ends later is left out.</param>
    public static IReadOnlyList<OverloadSecond> FromAttempts(
        IReadOnlyList<Attempt> attempts, double until, double objectiveSeconds)
    {
        var bySecond = attempts.ToLookup(attempt => (int)attempt.At);
        return [.. Enumerable.Range(0, (int)until).Select(second =>
        {
            var all = OverloadPhase.FromAttempts(bySecond[second], 0, second, second + 1, objectiveSeconds);
            return new OverloadSecond(second, all.Good, all.Refused, all.Failed, all.Latency.Percentile(99));
        })];
    }
}
