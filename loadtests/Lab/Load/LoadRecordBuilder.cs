namespace DroneDelivery.LoadTests.Lab.Load;

/// <summary>Converts the measurements of the engine to the record of a run folder.</summary>
internal static class LoadRecordBuilder
{
    public static LoadRecord ToRecord(LoadResult result, LoadProfile profile) => new(
        result.Elapsed.TotalSeconds,
        result.Completed,
        result.Failed - result.Unanswered,
        result.FailuresByReason,
        result.CutOff,
        LatencySummary.FromDistribution(result.Latency),
        LatencySummary.FromHistogram(result.ServiceTime),
        DistributionBucket.FromLatency(result.Latency),
        Describe(result.Generator, LatencySummary.FromHistogram(result.Lateness)),
        result.Seconds,
        result.Steps)
    {
        Sent = result.Sent,
        Unanswered = result.Unanswered,
        Successes = result.Latency.Failed > 0 ? LatencySummary.FromHistogram(result.Latency.Successes) : null,
        AnsweredLate = result.CompletedLate,
        Calls = [.. result.Calls.Select(call => CallRecord.FromLatency(call.Name, call.Latency))],
        AllCalls = Together(result.Calls),
        PlannedSeconds = profile.Requests is null ? profile.Duration.TotalSeconds : null,
        PlannedRequests = profile.Requests,
        ThinkTimeMs = profile is ClosedLoopProfile { ThinkTime.Mean: var mean } && mean > TimeSpan.Zero
            ? mean.TotalMilliseconds
            : null,
        Arrivals = profile is OpenLoopProfile { Arrivals: var asked }
            ? new ArrivalRecord(asked.Expected, result.Late, result.Dropped)
            : null,
    };

    private static CallRecord? Together(IReadOnlyList<CallFigures> calls)
    {
        var all = new LatencyDistribution();
        calls.ToList().ForEach(call => all.Merge(call.Latency));
        return calls.Count == 0 ? null : CallRecord.FromLatency("all", all);
    }

    private static GeneratorRecord Describe(GeneratorUsage generator, LatencySummary lateness) => new(
        lateness.P50Ms, lateness.P99Ms, lateness.MaxMs, generator.ShareOfOneCore, generator.WasLimit)
    {
        Limits = generator.Limits,
    };
}
