namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>Latency by percentile on a logarithmic axis, x = -log10(1 - share): p90 is at 1, p99 at 2.</summary>
internal static class PercentileCurve
{
    private const double End = 4;
    private const int PointsPerDecade = 25;

    private static readonly AxisMark[] Ticks =
        [new("p50", Math.Log10(2)), new("p90", 1), new("p99", 2), new("p99.9", 3), new("p99.99", End)];

    /// <summary>Empty if the run has no distribution.</summary>
    public static IReadOnlyList<ChartPoint> FromRun(ReportRun run) =>
        run.Samples.MergedLatency(run.Record.Load.Seconds) is { } latency ? FromDistribution(latency)
        : run.Record.Load.Latency is { AtLeast: null, NotStated: null } ? FromBuckets(run.Record.Load.Distribution)
        : [];

    /// <summary>
    /// Ends with the slowest request, which the first point has that less than one request exceeds, or with p99.99. A percentile
    /// that is not stated leaves a gap.
    /// </summary>
    public static IReadOnlyList<ChartPoint> FromDistribution(LatencyDistribution latency) =>
    [
        .. from x in Enumerable.Range(0, ((int)End * PointsPerDecade) + 1).Select(step => (double)step / PointsPerDecade)
           where latency.Count * Math.Pow(10, (1.0 / PointsPerDecade) - x) >= 1 - 1e-6
           select ChartPoint.FromLatency(x, latency.Percentile(100 * (1 - Math.Pow(10, -x)))),
    ];

    /// <summary>The curve of a run without distributions by second, in which every duration is known.</summary>
    private static IReadOnlyList<ChartPoint> FromBuckets(IReadOnlyList<DistributionBucket> buckets)
    {
        var latency = new LatencyDistribution();
        foreach (var bucket in buckets)
        {
            latency.Successes.Record((long)(bucket.UpToMs * 1_000) - 1, bucket.Count);
        }

        return FromDistribution(latency);
    }

    public static LineChart Chart(string title, string description, IReadOnlyList<ChartLine> lines) =>
        new(title, description, "percentile", "latency, ms", lines) { LargestX = End, XTicks = Ticks, XText = Name };

    /// <summary>The percentile with the decimals that distinguish it from its neighbours: p37, p93.1, p99.37.</summary>
    private static string Name(double x)
    {
        var percentile = 100 * (1 - Math.Pow(10, -x));
        var decimals = (int)Math.Floor(x);
        return string.Create(CultureInfo.InvariantCulture, $"p{Math.Round(percentile, decimals)}");
    }
}
