namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>A measured value of one process over time, in buckets that fit in a chart.</summary>
/// <param name="Points">A mean for each bucket, at its middle; time in seconds from the start of the measured load.</param>
internal sealed record TimeSeries(string Process, double Mean, double Largest, IReadOnlyList<ChartPoint> Points)
{
    /// <summary>A series for each process of which the operating system measured the value, by name.</summary>
    public static IReadOnlyList<TimeSeries> ByProcess(ReportRun run, Func<ProcessSample, double?> value) => ByProcess(
        run,
        run.Samples.Processes.Where(sample => value(sample) is not null)
            .Select(sample => (sample.Process, sample.Second, value(sample)!.Value)));

    /// <summary>A series for each process, by name; seconds before and after the load are left out.</summary>
    public static IReadOnlyList<TimeSeries> ByProcess(
        ReportRun run, IEnumerable<(string Process, int Second, double Value)> values)
    {
        var width = TimeBuckets.Width(run.Figures.DurationSeconds);
        return
        [
            .. values
                .Where(each => each.Second >= 0 && each.Second < run.Figures.DurationSeconds)
                .GroupBy(each => each.Process)
                .OrderBy(process => process.Key, StringComparer.Ordinal)
                .Select(process => new TimeSeries(
                    process.Key,
                    process.Average(each => each.Value),
                    process.Max(each => each.Value),
                    [
                        .. process
                            .GroupBy(each => each.Second / width)
                            .OrderBy(bucket => bucket.Key)
                            .Select(bucket => new ChartPoint((bucket.Key + 0.5) * width, bucket.Average(each => each.Value))),
                    ])),
        ];
    }
}

/// <summary>Groups seconds so that a chart has at most <see cref="MaxPoints"/> points on its time axis.</summary>
internal static class TimeBuckets
{
    public const int MaxPoints = 120;

    /// <summary>Seconds in one bucket.</summary>
    public static int Width(double durationSeconds) => Math.Max(1, (int)Math.Ceiling(durationSeconds / MaxPoints));

    /// <summary>The highest RU in one second of each bucket, since a mean would hide seconds over the budget.</summary>
    public static IReadOnlyList<double> PeakRequestUnits(PartitionRecord partition, double durationSeconds)
    {
        var width = Width(durationSeconds);
        // The remainder at the end is a bucket if it is at least half as long; a shorter one would look like a drop in load.
        var peaks = new double[Math.Max(1, (int)Math.Round(durationSeconds / width))];
        foreach (var second in partition.Seconds.Where(second => second.Second >= 0 && second.Second / width < peaks.Length))
        {
            peaks[second.Second / width] = Math.Max(peaks[second.Second / width], second.RequestUnits);
        }

        return peaks;
    }
}
