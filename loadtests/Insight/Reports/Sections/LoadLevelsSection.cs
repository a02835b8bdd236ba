namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>Throughput and latency against the load, with the knee, of the runs whose load changed.</summary>
internal static class LoadLevelsSection
{
    public static StudySection Build(IReadOnlyList<ReportRun> runs)
    {
        var varied = runs.Where(run => run.Levels.Slices.Count > 0).ToList();
        return new StudySection("load-levels", "Throughput and latency by load",
        [
            .. varied.Count == 0 ? [] : RunParts.Charts(
                varied,
                new RunChart(
                    "Throughput by load",
                    $"The knee is the lowest load with {Share(Knee.Share)} of the highest throughput or more, if the load then "
                    + $"grew to {Short(Knee.LoadBeyond)} times as much or more.",
                    Throughput),
                new RunChart("Latency by load", "Beyond the knee, more load mainly adds latency.", Latency)),
        ]);
    }

    private static LineChart Throughput(ReportRun run)
    {
        var rates = LoadSection.RateLines(run.Levels.Slices);
        var (highest, most) = (run.Levels.Slices[^1], run.Levels.Slices.MaxBy(slice => slice.RequestsPerSecond)!);
        return Draw(
            run,
            "throughput by load",
            run.Levels.Knee is { } knee
                ? $"throughput stops growing at the knee: {Rate(knee)}, and {Rate(highest)}, the highest load."
                : most == highest
                ? $"there is no knee: throughput grows up to the highest load, {Rate(highest)}."
                : $"there is no knee: throughput is highest at almost the highest load, {Rate(most)}, and {Rate(highest)}.",
            "req/s",
            run.Figures.Failed > 0 ? rates : [rates[0] with { Label = null }]);

        string Rate(LoadSlice slice) => $"{Short(slice.RequestsPerSecond)} req/s at {LoadOf(run, slice)}";
    }

    private static LineChart Latency(ReportRun run) => Draw(
        run,
        "latency by load",
        "the mean is " + string.Join(", ", new[] { run.Levels.Slices[0], run.Levels.Knee, run.Levels.Slices[^1] }
            .OfType<LoadSlice>().Distinct().Select(slice => $"{Milliseconds(slice.Mean)} at {LoadOf(run, slice)}")) + ".",
        "ms",
        [
            Line("p95", "c2", run, slice => ChartPoint.FromLatency(slice.At, slice.P95)),
            Line("mean", "c1", run, slice => ChartPoint.FromLatency(slice.At, slice.Mean)),
        ]);

    private static ChartLine Line(string name, string cssClass, ReportRun run, Func<LoadSlice, ChartPoint> point) =>
        new(name, cssClass, [.. run.Levels.Slices.Select(point)]);

    private static LineChart Draw(ReportRun run, string title, string seeHere, string unit, IReadOnlyList<ChartLine> lines) =>
        new(run.Caption(title), seeHere, run.Levels.Unit, unit, lines)
        {
            Mark = run.Levels.Knee is { } knee ? new AxisMark($"knee: {LoadOf(run, knee)}", knee.At) : null,
        };

    private static string LoadOf(ReportRun run, LoadSlice slice) =>
        $"{Short(Math.Round(slice.At, slice.At < 10 ? 1 : 0))} {(run.Record.Load.Arrivals is null ? "users" : "req/s")}";
}
