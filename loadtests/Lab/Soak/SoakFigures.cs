namespace DroneDelivery.LoadTests.Lab.Soak;

/// <summary>The figures of a long load at a constant rate, from its run folder.</summary>
/// <param name="Rate">Arrivals per second.</param>
/// <param name="Capacity">The capacity that the rate is a share of, in requests per second; null if the rate was given.</param>
public sealed record SoakFigures(RunRecord Run, double Rate, double? Capacity, IReadOnlyList<SoakSeries> Series)
{
    // Settings in the manifest of a run.
    internal const string RateSetting = "rate";
    internal const string CapacitySetting = "capacity";

    /// <summary>The number of intervals for which latencies are computed.</summary>
    private const int Periods = 100;

    public static SoakFigures FromRun(RunData run)
    {
        var settings = run.Record.Manifest.Configuration;
        return new SoakFigures(
            run.Record,
            NumberOf(RateSetting)!.Value,
            NumberOf(CapacitySetting),
            [
                .. LatencySeries(run),
                .. ProcessSeries("open handles", "", sample => sample.Handles),
                .. ProcessSeries("resident memory", "MiB", sample => sample.MemoryMiB),
                .. ProcessSeries("threads", "", sample => sample.Threads),
            ]);

        double? NumberOf(string setting) => settings.TryGetValue(setting, out var text) ? double.Parse(text) : null;

        IEnumerable<SoakSeries> ProcessSeries(string figure, string unit, Func<ProcessSample, double?> value) =>
            from process in run.Samples.Processes.GroupBy(sample => sample.Process)
            let points = process.Where(sample => value(sample) is not null)
                .Select(sample => new ChartPoint(sample.ReadAtSeconds, value(sample)!.Value)).ToList()
            where points.Count > 0
            select new SoakSeries(process.Key, figure, unit, points);
    }

    /// <summary>
    /// The percentiles of all requests in equal periods of the run, and those of successes if any request failed.
    /// </summary>
    internal static IEnumerable<SoakSeries> LatencySeries(RunData run, int maxPeriods = Periods)
    {
        var seconds = run.Record.Load.Seconds;
        var periods = seconds.GroupBy(second => (int)((long)second.Second * Math.Min(maxPeriods, seconds.Count) / seconds.Count))
            .Select(period => (
                Middle: period.Average(second => second.Second) + 0.5, Latency: run.Samples.MergedLatency([.. period])!))
            .Where(period => period.Latency is not null && period.Latency.Count + period.Latency.Dropped > 0)
            .ToList();
        return
        [
            ForPercentile(50, "", latency => latency.Percentile(50)), ForPercentile(99, "", latency => latency.Percentile(99)),
            .. periods.All(period => period.Latency.Failed == 0)
                ? (IEnumerable<SoakSeries>)[]
                : [ForPercentile(50, " of successes", OfSuccesses(50)), ForPercentile(99, " of successes", OfSuccesses(99))],
        ];

        SoakSeries ForPercentile(double percentile, string of, Func<LatencyDistribution, LatencyValue> read) => new(
            "requests",
            $"p{percentile}{of}",
            "ms",
            [.. periods.Select(period => ChartPoint.FromLatency(period.Middle, read(period.Latency)))]);

        static Func<LatencyDistribution, LatencyValue> OfSuccesses(double percentile) => latency => latency.Successes.Count == 0
            ? LatencyValue.None
            : LatencyValue.FromMicroseconds(latency.Successes.ValueAtPercentile(percentile), atLeast: false);
    }
}

/// <summary>One figure over time.</summary>
/// <param name="Subject">The process, or <c>requests</c>.</param>
/// <param name="Unit">The unit of the values; slopes are in this unit per hour.</param>
/// <param name="Points">X is the time in seconds from the start of the measured load.</param>
public sealed record SoakSeries(string Subject, string Figure, string Unit, IReadOnlyList<ChartPoint> Points)
{
    /// <summary>Whether every value is known: none is a lower bound, or not stated because of dropped arrivals.</summary>
    public bool IsKnown => Points.All(point => !point.AtLeast && !double.IsNaN(point.Y));

    /// <summary>The mean of the values; a lower bound if one of them is.</summary>
    public LatencyValue Mean => Points.Where(point => !double.IsNaN(point.Y)).ToList() is { Count: > 0 } stated
        ? new LatencyValue(stated.Average(point => point.Y), AtLeast: !IsKnown)
        : LatencyValue.None;

    /// <summary>Null if the run was too short for a trend, or if values are not known.</summary>
    public Trend? Trend => IsKnown ? Soak.Trend.FromPoints([.. Points.Select(point => (point.X, point.Y))]) : null;
}
