namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>The gap between a 429 and the retry of the call.</summary>
internal sealed record RetryWait(SpanRecord Throttled, SpanRecord Retry)
{
    public double DurationMs => (Retry.StartNanoseconds - Throttled.EndNanoseconds()) / 1e6;

    /// <summary>The time during which at least one of the waits is in progress, in ms: parallel calls wait at once.</summary>
    public static double CoveredMs(IEnumerable<RetryWait> waits) => Overlap.CoveredMs(waits.Select(wait => wait.Throttled with
    {
        StartNanoseconds = wait.Throttled.EndNanoseconds(),
        DurationNanoseconds = wait.Retry.StartNanoseconds - wait.Throttled.EndNanoseconds(),
    }));

    /// <summary>The waits of a trace. A throttled call without a retry has no wait.</summary>
    public static IEnumerable<RetryWait> InTrace(TraceTree trace)
    {
        // Attempts of a call go to one partition, one after another: each retries the throttled call that ended last before it.
        foreach (var partition in trace.CosmosDataCalls.GroupBy(call => call.Partition()))
        {
            var open = new List<SpanRecord>();
            foreach (var call in partition)
            {
                var ended = open.Where(earlier => earlier.EndNanoseconds() <= call.StartNanoseconds);
                if (ended.MaxBy(earlier => earlier.EndNanoseconds()) is { } throttled)
                {
                    open.Remove(throttled);
                    yield return new RetryWait(throttled, call);
                }

                if (call.IsThrottled())
                {
                    open.Add(call);
                }
            }
        }
    }
}
