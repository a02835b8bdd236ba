using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>
/// Seconds put together so that a chart has at most <see cref="Most"/> points along its time axis, however long the run.
/// </summary>
internal static class TimeBuckets
{
    public const int Most = 120;

    /// <summary>Seconds in one bucket.</summary>
    public static int Width(double durationSeconds) => Math.Max(1, (int)Math.Ceiling(durationSeconds / Most));

    /// <summary>
    /// The most RU that the partition used in any one second of each bucket: a mean would hide the seconds that hurt.
    /// </summary>
    public static IReadOnlyList<double> PeakRequestUnits(PartitionRecord partition, double durationSeconds)
    {
        var width = Width(durationSeconds);
        // The rest at the end counts as a bucket from half a bucket on; less would look as if the load had broken off.
        var peaks = new double[Math.Max(1, (int)Math.Round(durationSeconds / width))];
        foreach (var second in partition.Seconds.Where(second => second.Second >= 0 && second.Second / width < peaks.Length))
        {
            peaks[second.Second / width] = Math.Max(peaks[second.Second / width], second.RequestUnits);
        }

        return peaks;
    }
}
