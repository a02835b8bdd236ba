using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

internal static class Coverage
{
    /// <summary>The time during which at least one of the spans is in progress, in ms.</summary>
    public static double Ms(IEnumerable<SpanRecord> spans)
    {
        var (covered, until) = (0L, long.MinValue);
        foreach (var span in spans.OrderBy(span => span.StartNanoseconds))
        {
            var end = span.EndNanoseconds();
            covered += Math.Max(0, end - Math.Max(span.StartNanoseconds, until));
            until = Math.Max(until, end);
        }

        return covered / 1e6;
    }
}
