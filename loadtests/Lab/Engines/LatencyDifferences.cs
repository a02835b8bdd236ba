namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>Describes how latencies differ between two engines, and whether the counting method explains it.</summary>
internal static class LatencyDifferences
{
    /// <summary>A maximum latency above this multiple of p99 is reported, since p99 does not show it.</summary>
    private const double FarAbove = 1.5;

    public static IEnumerable<string> Describe(EnginePair pair) =>
        pair.First.Load.Successful == 0 || pair.Second.Load.Successful == 0
            ? []
            :
            [
                .. Apart("Mean latency", latency => latency.Mean, generator => generator.LatenessP50Ms, pair),
                .. Apart("p99", latency => latency.P99, generator => generator.LatenessP99Ms, pair),
                .. Unseen(pair),
            ];

    /// <param name="lateness">The lateness that the figure may include: for a mean, the median lateness.</param>
    private static IEnumerable<string> Apart(
        string name, Func<LatencySummary, LatencyValue> figure, Func<GeneratorRecord, double?> lateness, EnginePair pair)
    {
        var (from, to) = (figure(pair.First.Load.Latency), figure(pair.Second.Load.Latency));
        if (EngineDifferences.Gap(to, from) >= EngineDifferences.Visible)
        {
            var (first, second) = (from.Milliseconds!.Value, to.Milliseconds!.Value);
            yield return $"{name}: {Short(second)} ms with {pair.Second.Engine}, {Short(first)} with {pair.First.Engine} "
                + $"({Difference(second, first)}). {Why(pair, second - first, lateness)}";
        }
    }

    /// <param name="gap">The figure of the second engine minus that of the first, in ms.</param>
    private static string Why(EnginePair pair, double gap, Func<GeneratorRecord, double?> lateness)
    {
        var (higher, lower) = gap > 0 ? (pair.Second, pair.First) : (pair.First, pair.Second);
        if (higher.KnowsLateness && !lower.KnowsLateness && lateness(higher.Load.Generator) >= Math.Abs(gap))
        {
            return $"The lateness that only {higher.Engine} counts is large enough to explain it.";
        }

        if (lower.Load.CutOff > 0 && higher.Load.CutOff == 0 && higher.Load.DurationSeconds > higher.PlannedSeconds)
        {
            return $"{higher.Engine} waited for the requests that were still under way at the end, the slow ones among "
                + $"them; {lower.Engine} cut them off.";
        }

        return lower.KnowsLateness && !higher.KnowsLateness
            ? "Counting does not explain it, since the lower figure includes the lateness: the load, the machine or chance does."
            : "What is counted does not explain it: the load, the machine or chance does. Repeat it to tell.";
    }

    private static IEnumerable<string> Unseen(EnginePair pair) =>
        from seen in pair.Runs
        from unseen in pair.Runs
        where seen.Load.Latency.MaxMs > FarAbove * seen.Load.Latency.P99Ms && unseen.Load.Latency.MaxMs is null
        select $"{unseen.Engine} gives no percentile above p99: what {seen.Engine} saw there, up to "
            + $"{Short(seen.Load.Latency.MaxMs)} ms, its figures could not show.";
}
