namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The latency of one run, as charts over time, by percentile and as a distribution.</summary>
internal static class LatencyCharts
{
    private const int Columns = 60;

    /// <summary>The ratios of the means of two thirds of a run from which latency grows or falls.</summary>
    private const double Growing = 1.15;
    private const double Falling = 0.77;

    public static LineChart OverTime(ReportRun run) => run.OverTime(
        "mean and p95 latency over time",
        Growth(run),
        "latency, ms",
        new ChartLine("p95", "c2", PointsOf(run, slice => slice.P95)),
        new ChartLine("mean", "c1", PointsOf(run, slice => slice.Mean)));

    /// <summary>A point for each slice. Lower bounds are marked in the table; a value that is not stated leaves a gap.</summary>
    public static List<ChartPoint> PointsOf(ReportRun run, Func<LoadSlice, LatencyValue> latency) =>
        [.. run.Slices.Select(slice => ChartPoint.FromLatency(slice.At, latency(slice)))];

    /// <summary>
    /// The end of the axis of a distribution: slightly more than p99 of the slowest run (its maximum if p99 is not stated). A
    /// longer axis for the few slower requests would make all other columns too narrow.
    /// </summary>
    public static double ToP99(IEnumerable<ReportRun> runs) => Math.Max(
        1, runs.Select(run => run.Record.Load.Latency).Max(latency => latency.P99Ms ?? latency.MaxMs ?? 0) * 1.1);

    public static Chart ByPercentile(ReportRun run)
    {
        var curve = PercentileCurve.FromRun(run);
        return curve.Count == 0
            ? new MissingChart("no distribution was kept.")
            : PercentileCurve.Chart(
                run.Caption("latency by percentile"), Tail(run), [new ChartLine("latency", "c1", curve) { Label = null }]);
    }

    public static Chart Distribution(ReportRun run, double largest)
    {
        if (run.Record.Load.Distribution.Count == 0)
        {
            return new MissingChart(run.Record.Load.Sent == 0
                ? "no request was sent."
                : $"no distribution was kept; {Percentiles(run)}");
        }

        var latency = run.Record.Load.Latency;
        (string Name, LatencyValue Value)[] percentiles = [("p50", latency.P50), ("p95", latency.P95), ("p99", latency.P99)];
        return new DistributionChart(
            run.Caption("distribution of latencies"),
            Percentiles(run) + Beyond(run, largest),
            "latency, ms",
            "% of requests",
            ColumnsOf(run, largest),
            [
                .. percentiles
                    .Where(percentile => percentile.Value.Milliseconds is not null)
                    .Select(percentile => new AxisMark(
                        $"{percentile.Name} {Milliseconds(percentile.Value)}", percentile.Value.Milliseconds ?? 0)),
            ])
        { LargestX = largest };
    }

    /// <summary>The share of requests in each of equally wide bands up to <paramref name="largest"/> ms.</summary>
    public static List<ChartColumn> ColumnsOf(ReportRun run, double largest)
    {
        var width = largest / Columns;
        var total = Math.Max(1, run.Record.Load.Distribution.Sum(bucket => bucket.Count));
        return
        [
            .. run.Record.Load.Distribution
                .Where(bucket => bucket.UpToMs < largest)
                .GroupBy(bucket => (int)(bucket.UpToMs / width))
                .OrderBy(column => column.Key)
                .Select(column => new ChartColumn(
                    column.Key * width, (column.Key + 1) * width, 100.0 * column.Sum(bucket => bucket.Count) / total)),
        ];
    }

    private static string Beyond(ReportRun run, double largest)
    {
        var beyond = run.Record.Load.Distribution.Where(bucket => bucket.UpToMs >= largest).Sum(bucket => bucket.Count);
        return beyond == 0
            ? ""
            : $" {Count(beyond)} beyond the end of the axis, the slowest with {Milliseconds(run.Record.Load.Latency.Max)}.";
    }

    private static string Percentiles(ReportRun run)
    {
        var latency = run.Record.Load.Latency;
        var times = latency.P50 is { AtLeast: false, Milliseconds: > 0 and var median } && latency.P99.Milliseconds is { } slow
            ? $", {new LatencyValue(slow / median, latency.P99.AtLeast).ToText(Short)} times as long"
            : "";
        return $"p50 is {Milliseconds(latency.P50)}, p99 {Milliseconds(latency.P99)}{times}.";
    }

    private static string Tail(ReportRun run)
    {
        var (latency, requests) = (run.Record.Load.Latency, run.Figures.Successful + run.Record.Load.NotSuccessful);
        return $"p99 is {Milliseconds(latency.P99)}, p99.9 {Milliseconds(latency.P999)}, p99.99 {Milliseconds(latency.P9999)}."
            + (requests >= 10_000 ? "" : $" With {Counted(requests, "request")}, "
                + $"{(requests < 1_000 ? "p99.9 and p99.99 are" : "p99.99 is")} the slowest of them.");
    }

    private static string Growth(ReportRun run)
    {
        var answered = run.Slices.Where(slice => slice.Requests > 0).ToList();
        var third = answered.Count / 3;
        if (third == 0)
        {
            var load = run.Record.Load;
            return load.Sent == 0 ? "no request was sent." : $"{Milliseconds(load.Latency.Mean)} on average.";
        }

        var (first, middle, last) =
            (Mean(answered.Take(third)), Mean(answered.Skip(third).SkipLast(third)), Mean(answered.TakeLast(third)));
        var judgement = (last.Milliseconds / first.Milliseconds, last.Milliseconds / middle.Milliseconds) switch
        {
            ( > Growing, _) => "latency grows during the run",
            (_, > Growing) => "latency grows after the first third of the run",
            ( < Falling, _) => "latency falls during the run",
            _ => "latency stays about the same during the run",
        };
        return $"{judgement}. Mean of its thirds: {Milliseconds(first)}, {Milliseconds(middle)}, {Milliseconds(last)}.";
    }

    private static LatencyValue Mean(IEnumerable<LoadSlice> slices) => new(
        slices.Sum(slice => slice.Mean.Milliseconds * slice.Requests) / slices.Sum(slice => slice.Requests),
        slices.Any(slice => slice.Mean.AtLeast));
}
