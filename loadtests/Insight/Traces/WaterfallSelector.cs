using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>Picks the one trace that tells what most requests of a run went through.</summary>
public static class WaterfallSelector
{
    /// <summary>
    /// From this share of throttled traces on, throttling is part of the run's story and the picture must show it.
    /// </summary>
    private const double ThrottledShare = 0.1;

    /// <summary>
    /// The trace nearest the median duration; where throttling is common, nearest the median of the throttled ones. Null
    /// without a complete trace.
    /// </summary>
    public static TraceTree? Select(IReadOnlyList<TraceTree> traces)
    {
        // Health probes are traces too, but call no backend.
        var complete = traces.Where(trace => trace.IsComplete && trace.Spans.Any(span => span.IsBackendCall())).ToList();
        var throttled = complete.Where(trace => trace.IsThrottled).ToList();
        return NearestMedian(throttled.Count > 0 && throttled.Count >= complete.Count * ThrottledShare ? throttled : complete);
    }

    private static TraceTree? NearestMedian(List<TraceTree> traces)
    {
        var byDuration = traces.OrderBy(trace => trace.DurationMs).ThenBy(trace => trace.TraceId, StringComparer.Ordinal);
        return byDuration.ElementAtOrDefault((traces.Count - 1) / 2);
    }
}
