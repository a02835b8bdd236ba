using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>What was measured of one process over time, in buckets that a chart has room for.</summary>
/// <param name="Points">A mean for each bucket, at its middle; time in seconds from the start of the measured load.</param>
internal sealed record TimeSeries(string Process, double Mean, double Largest, IReadOnlyList<ChartPoint> Points)
{
    /// <summary>Of every process that has the value, by name; seconds before and after the load are left out.</summary>
    public static IReadOnlyList<TimeSeries> ByProcess(
        IEnumerable<ProcessSample> samples, double durationSeconds, Func<ProcessSample, double?> value) =>
        [
            .. samples
                .GroupBy(sample => sample.Process)
                .OrderBy(process => process.Key, StringComparer.Ordinal)
                .Select(process => FromSeconds(
                    process.Key,
                    process.Where(sample => value(sample) is not null).Select(sample => (sample.Second, value(sample)!.Value)),
                    durationSeconds))
                .Where(series => series.Points.Count > 0),
        ];

    public static TimeSeries FromSeconds(string process, IEnumerable<(int Second, double Value)> seconds, double durationSeconds)
    {
        var width = TimeBuckets.Width(durationSeconds);
        var inside = seconds.Where(each => each.Second >= 0 && each.Second < durationSeconds).ToList();
        var points = inside
            .GroupBy(each => each.Second / width)
            .OrderBy(bucket => bucket.Key)
            .Select(bucket => new ChartPoint((bucket.Key + 0.5) * width, bucket.Average(each => each.Value)));
        return inside.Count == 0
            ? new TimeSeries(process, 0, 0, [])
            : new TimeSeries(process, inside.Average(each => each.Value), inside.Max(each => each.Value), [.. points]);
    }
}

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
