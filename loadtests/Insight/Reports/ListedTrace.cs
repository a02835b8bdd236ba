namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>A kept trace to look at in detail.</summary>
/// <param name="Which"><c>slowest</c>, <c>failed</c> or <c>median</c>, or several of them.</param>
/// <param name="StartSeconds">From the start of the measured load.</param>
internal sealed record ListedTrace(string Which, string TraceId, double StartSeconds, double DurationMs, string Status)
{
    private const int OfEach = 5;

    /// <summary>
    /// The slowest traces, the first failed ones, and those nearest the median. Durations are the latencies that the load
    /// generator measured, or those of the entry service in a run that kept no requests. A run without spans lists its requests.
    /// </summary>
    public static IReadOnlyList<ListedTrace> Choose(RunRecord record, RunSamples samples, IReadOnlyList<TraceTree> traces)
    {
        // An import counts redirects and 304 as successes.
        var firstFailure = record.Manifest.Import is null ? 300 : 400;
        var requests = samples.Requests.DistinctBy(request => request.TraceId).ToDictionary(request => request.TraceId);
        var listed = traces.Count == 0
            ? requests.Values.Where(request => request.TraceId.Length > 0).Select(request => Read(null, request)).ToList()
            : traces.Where(trace => requests.Count == 0 || requests.ContainsKey(trace.TraceId))
                .Select(trace => Read(trace, requests.GetValueOrDefault(trace.TraceId)))
                .ToList();
        var median = record.Load.Latency.P50Ms
            ?? listed.Select(each => each.Trace.DurationMs).Order().ElementAtOrDefault(listed.Count / 2);
        return
        [
            .. new[]
            {
                Take("slowest", listed.OrderByDescending(each => each.Trace.DurationMs)),
                Take("failed", listed.Where(each => each.Failed).OrderBy(each => each.Trace.StartSeconds)),
                Take("median", listed.OrderBy(each => Math.Abs(each.Trace.DurationMs - median))),
            }.SelectMany(each => each).GroupBy(trace => trace.TraceId).Select(same =>
                same.First() with { Which = string.Join(", ", same.Select(trace => trace.Which)) }),
        ];

        bool IsFailure(RequestRecord request) =>
            request.Error is not null || request.Status < 200 || request.Status >= firstFailure;

        // At least one of both is known.
        (ListedTrace Trace, bool Failed) Read(TraceTree? trace, RequestRecord? request)
        {
            var root = trace?.Root.Span;
            var status = request?.Error ?? request?.Status.ToString(CultureInfo.InvariantCulture)
                ?? root?.Text(SpanRecord.StatusCode);
            var start = request?.Scheduled ?? root!.StartNanoseconds;
            return (
                new ListedTrace(
                    "", request?.TraceId ?? trace!.TraceId,
                    ((start / 1e6) - record.Manifest.StartedAt.ToUnixTimeMilliseconds()) / 1e3,
                    request?.LatencyMs ?? trace!.DurationMs, status ?? (root!.Failed ? "failed" : None)),
                request is null ? root!.Failed : IsFailure(request));
        }
    }

    private static IEnumerable<ListedTrace> Take(string which, IEnumerable<(ListedTrace Trace, bool Failed)> traces) =>
        traces.Take(OfEach).Select(each => each.Trace with { Which = which });
}
