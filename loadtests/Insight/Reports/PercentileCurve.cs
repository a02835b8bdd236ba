namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>Latency by percentile on a logarithmic axis, x = -log10(1 - share): p90 is at 1, p99 at 2.</summary>
internal static class PercentileCurve
{
    private const double End = 4;
    private const int PointsPerDecade = 25;

    private static readonly AxisMark[] Ticks =
        [new("p50", Math.Log10(2)), new("p90", 1), new("p99", 2), new("p99.9", 3), new("p99.99", End)];

    /// <summary>Ends before less than one request would exceed the percentile.</summary>
    public static IReadOnlyList<ChartPoint> FromDistribution(IReadOnlyList<DistributionBucket> distribution)
    {
        var total = distribution.Sum(bucket => bucket.Count);
        var points = new List<ChartPoint>();
        var (next, counted) = (0, 0L);
        for (var step = 0; step <= End * PointsPerDecade && total > 0; step++)
        {
            var x = (double)step / PointsPerDecade;
            var rank = total * (1 - Math.Pow(10, -x));
            if (total - rank < 1 - 1e-6)
            {
                break;
            }

            while (counted < Math.Max(1, Math.Ceiling(rank - 1e-6)))
            {
                counted += distribution[next++].Count;
            }

            points.Add(new ChartPoint(x, distribution[next - 1].UpToMs));
        }

        return points;
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
