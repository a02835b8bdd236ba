namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>A request for a waterfall chart.</summary>
/// <param name="Which">What the request represents: <c>median</c>, <c>p99</c>, <c>slowest</c>, or several of them.</param>
/// <param name="LatencyMs">Latency as measured by the load generator; null if its record was not kept.</param>
internal sealed record ShownRequest(string Which, Waterfall Waterfall, double? LatencyMs)
{
    /// <summary>The kept requests nearest median and p99, if they are stated, and the slowest; empty without a trace.</summary>
    public static IReadOnlyList<ShownRequest> Choose(RunRecord record, RunSamples samples, IReadOnlyList<TraceTree> traces)
    {
        var complete = traces.Where(trace => trace.IsComplete).ToList();
        if (complete.Count == 0)
        {
            return [];
        }

        var requests = samples.Requests.DistinctBy(request => request.TraceId).ToDictionary(request => request.TraceId);
        var known = complete.Where(trace => requests.ContainsKey(trace.TraceId)).ToList();
        var picked = known.Count > 0
            ? ByLatency(known, trace => requests[trace.TraceId].LatencyMs, record.Load.Latency)
            : ByRank(complete, samples.ExtraTraces);
        return
        [
            .. picked.GroupBy(pick => pick.Trace).Select(same => new ShownRequest(
                string.Join(" and ", same.Select(pick => pick.Which)),
                Waterfall.FromTrace(same.Key),
                requests.GetValueOrDefault(same.Key.TraceId)?.LatencyMs)),
        ];
    }

    private static (string Which, TraceTree Trace)[] ByLatency(
        List<TraceTree> traces, Func<TraceTree, double> latencyMs, LatencySummary run)
    {
        return [.. Nearest("median", run.P50Ms), .. Nearest("p99", run.P99Ms), ("slowest", traces.MaxBy(latencyMs)!)];

        IEnumerable<(string, TraceTree)> Nearest(string which, double? ms) =>
            ms is { } stated ? [(which, traces.MinBy(trace => Math.Abs(latencyMs(trace) - stated))!)] : [];
    }

    /// <summary>Ranks are taken only among the uniform sample, since slow traces are kept more often.</summary>
    private static (string Which, TraceTree Trace)[] ByRank(List<TraceTree> traces, IReadOnlyCollection<string> extra)
    {
        var byDuration =
            traces.OrderBy(trace => trace.DurationMs).ThenBy(trace => trace.TraceId, StringComparer.Ordinal).ToList();
        var byChance = byDuration.ExceptBy(extra, trace => trace.TraceId).ToList();
        var ranked = byChance.Count > 0 ? byChance : byDuration;
        return
        [
            ("median", ranked[(ranked.Count - 1) / 2]),
            ("p99", ranked[(int)Math.Ceiling(ranked.Count * 0.99) - 1]),
            ("slowest", byDuration[^1]),
        ];
    }
}
