namespace DroneDelivery.LoadTests.Insight.Traces;

internal static class Overlap
{
    private const long Millisecond = 1_000_000;

    /// <summary>
    /// How long, in ns, a span may seem to overlap the next one, because OpenTelemetry for JavaScript rounds the start of a span
    /// down to a millisecond, and not its duration.
    /// </summary>
    public static long Rounding(IEnumerable<SpanRecord> spans) =>
        spans.All(IsRounded) ? Millisecond - 1 : 0;

    /// <summary>A correction of the clock, in ns, without what the rounding of the span's start explains.</summary>
    public static long RoundDown(SpanRecord span, long correction) =>
        IsRounded(span) ? correction / Millisecond * Millisecond : correction;

    /// <summary>The maximum number of spans in progress at once. A span that starts when another ends does not overlap.</summary>
    public static int MaxAtOnce(IReadOnlyCollection<SpanRecord> spans)
    {
        var rounding = Rounding(spans);
        var changes = spans
            .Where(span => span.DurationNanoseconds > rounding)
            .SelectMany(span => new[] { (At: span.StartNanoseconds, By: 1), (At: span.EndNanoseconds() - rounding, By: -1) })
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

    private static bool IsRounded(SpanRecord span) => span.StartNanoseconds % Millisecond == 0;
}
