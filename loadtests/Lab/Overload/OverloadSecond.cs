namespace DroneDelivery.LoadTests.Lab.Overload;

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
