namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>Load and throughput over time.</summary>
internal static class LoadSection
{
    public static StudySection Build(IReadOnlyList<ReportRun> runs) => new("load", "Load and throughput",
    [
        .. RunParts.Charts(
            runs,
            new RunChart(
                "Throughput over time",
                "Successful requests by the second in which they ended; failed ones have a line of their own.",
                Throughput),
            new RunChart(
                "Users over time",
                "In a closed loop a user waits for the response, and then for its think time. An open loop has no users.",
                Users)),
    ]);

    private static LineChart Throughput(ReportRun run)
    {
        var successful = new ChartLine(
            "successful", "c1", [.. run.Slices.Select(slice => new ChartPoint(slice.At, slice.RequestsPerSecond))]);
        var failed = new ChartLine(
            "failed", "c2", [.. run.Slices.Select(slice => new ChartPoint(slice.At, slice.FailedPerSecond))]);
        return new LineChart(
            run.Caption("throughput over time"),
            $"{Short(run.Figures.RequestsPerSecond)} requests per second on average, "
                + $"at most {Short(run.Slices.Select(slice => slice.RequestsPerSecond).DefaultIfEmpty().Max())}.",
            "time, s",
            "requests per second",
            run.Figures.Failed == 0 ? [successful with { Label = null }] : [successful, failed])
        { LargestX = run.Figures.DurationSeconds };
    }

    /// <summary>Empty if the number of users is not known.</summary>
    public static IEnumerable<ChartPoint> UsersOf(ReportRun run) =>
        run.Slices.Where(slice => slice.Users is not null).Select(slice => new ChartPoint(slice.At, slice.Users!.Value));

    private static LineChart Users(ReportRun run) => new(
        $"{run.Title}: users over time",
        $"from {run.Slices.FirstOrDefault()?.Users ?? 0} to {run.Slices.LastOrDefault()?.Users ?? 0} users.",
        "time, s",
        "users",
        [
            new ChartLine("users", "quiet", [.. UsersOf(run)])
            { Label = null, Steps = true },
        ])
    { LargestX = run.Figures.DurationSeconds };
}
