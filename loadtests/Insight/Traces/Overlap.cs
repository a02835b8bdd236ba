namespace DroneDelivery.LoadTests.Insight.Traces;

internal static class Overlap
{
    /// <summary>The maximum number of spans in progress at once. A span that starts when another ends does not overlap.</summary>
    public static int MaxAtOnce(IEnumerable<SpanRecord> spans)
    {
        var changes = spans
            .Where(span => span.DurationNanoseconds > 0)
            .SelectMany(span => new[] { (At: span.StartNanoseconds, By: 1), (At: span.EndNanoseconds(), By: -1) })
            .OrderBy(change => change.At)
            .ThenBy(change => change.By);
        var (now, most) = (0, 0);
        foreach (var (_, by) in changes)
        {
            now += by;
            most = Math.Max(most, now);
        }

        return most;
    }

    /// <summary>The time during which at least one of the spans is in progress, in ms.</summary>
    public static double CoveredMs(IEnumerable<SpanRecord> spans) => Covered(spans, long.MinValue, long.MaxValue) / 1e6;

    /// <summary>The nanoseconds between two moments that lie within at least one of the spans.</summary>
    public static long Covered(IEnumerable<SpanRecord> spans, long from, long to)
    {
        var covered = 0L;
        foreach (var span in spans.OrderBy(span => span.StartNanoseconds))
        {
            var start = Math.Max(from, span.StartNanoseconds);
            var end = Math.Min(to, span.EndNanoseconds());
            if (end > start)
            {
                covered += end - start;
                from = end;
            }
        }

        return covered;
    }
}
