namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>One instrument over time for each service, summed over all attribute sets.</summary>
internal static class InstrumentSeries
{
    /// <summary>A value that goes up and down, such as a number of threads.</summary>
    public static IReadOnlyList<TimeSeries> Gauge(ReportRun run, string instrument) =>
        Read(run, instrument, points => points.Select(point => (SecondOf(run, point), point.Value)));

    /// <summary>How much a counter grew in each second.</summary>
    public static IReadOnlyList<TimeSeries> PerSecond(ReportRun run, string instrument, double scale = 1) =>
        Read(run, instrument, points => MetricSample.GrowthBySecond(points, run.Record.Manifest.StartedAt)
            .Select(growth => (growth.Second, growth.Value * scale)));

    /// <summary>How much a counter grew during the measured load, by service.</summary>
    public static IReadOnlyDictionary<string, double> Growth(ReportRun run, string instrument)
    {
        var during = run.Samples.Metrics.Where(sample => SecondOf(run, sample) is var second && second >= -1
            && second <= run.Figures.DurationSeconds).ToList();
        var evidence = new MetricEvidence(during);
        return during.Where(sample => sample.Name == instrument).Select(sample => sample.Service).Distinct()
            .ToDictionary(service => service, service => evidence.Growth(service, instrument));
    }

    private static IReadOnlyList<TimeSeries> Read(
        ReportRun run, string instrument, Func<IReadOnlyList<MetricSample>, IEnumerable<(int Second, double Value)>> values) =>
        TimeSeries.ByProcess(run, MetricSample.SumBySecond(
            run.Samples.Metrics.Where(sample => sample.Name == instrument), values));

    private static int SecondOf(ReportRun run, MetricSample sample) => sample.SecondSince(run.Record.Manifest.StartedAt);
}
