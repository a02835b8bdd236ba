using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>How long the gateway waited for each of its backends.</summary>
public static class BackendCalls
{
    /// <summary>The slowest first.</summary>
    public static IReadOnlyList<BackendCall> Of(IReadOnlyList<SpanRecord> spans)
    {
        var servers = spans
            .Where(span => span.Kind == SpanFacts.ServerKind && span.ParentSpanId is not null)
            .ToLookup(span => (span.TraceId, span.ParentSpanId));
        return
        [
            .. spans
                .Where(span => span.IsBackendCall())
                .GroupBy(span => BackendCallName.Of(span, servers[(span.TraceId, span.SpanId)].FirstOrDefault()))
                .Select(calls => Summarise(calls.Key, [.. calls.Select(span => span.DurationMs()).Order()]))
                .OrderByDescending(call => call.MeanMs)
                .ThenBy(call => call.Name, StringComparer.Ordinal),
        ];
    }

    private static BackendCall Summarise(string name, double[] sortedMs) =>
        new(name, sortedMs.Length, sortedMs.Average(), sortedMs[(int)Math.Ceiling(sortedMs.Length * 0.95) - 1]);
}
