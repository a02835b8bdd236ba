namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>Load and throughput over time.</summary>
internal static class LoadSection
{
    private static readonly RunChart OfThroughput = new(
        "Throughput over time",
        "Successful requests by the second in which they ended; failed ones always have a line.",
        Throughput);

    private static readonly RunChart OfUsers = new(
        "Users over time",
        "In a closed loop a user waits for the response, and then for its think time. An open loop has no users.",
        Users);

    /// <summary>Users that change in none of the runs are a sentence instead of a chart.</summary>
    public static StudySection Build(IReadOnlyList<ReportRun> runs) => new("load", "Load and throughput",
        runs.Any(run => Users(run) is LineChart)
            ? [.. RunParts.Charts(runs, OfThroughput, OfUsers)]
            :
            [
                .. RunParts.Charts(runs, OfThroughput),
                RunParts.Sentences([.. runs.Where(HasUsers)], run => Users(run).Description),
            ]);

    private static LineChart Throughput(ReportRun run) => run.OverTime(
        "throughput over time",
        $"{Short(run.Figures.RequestsPerSecond)} requests per second on average, "
            + $"at most {Short(run.Slices.Select(slice => slice.RequestsPerSecond).DefaultIfEmpty().Max())}."
            + (run.Levels.Slices.Count > 0 || run.Slices.Count == 0
                ? ""
                : " The load hardly changed, so the run does not show at which load throughput stops growing."),
        "requests per second",
        RateLines(run.Slices));

    /// <summary>The rates of successful and of failed requests.</summary>
    public static IReadOnlyList<ChartLine> RateLines(IReadOnlyList<LoadSlice> slices) =>
    [
        new("successful", "c1", [.. slices.Select(slice => new ChartPoint(slice.At, slice.RequestsPerSecond))]),
        new("failed", "c2", [.. slices.Select(slice => new ChartPoint(slice.At, slice.FailedPerSecond))]),
    ];

    /// <summary>Empty if the number of users is not known.</summary>
    public static IEnumerable<ChartPoint> UsersOf(ReportRun run) =>
        run.Slices.Where(slice => slice.Users is not null).Select(slice => new ChartPoint(slice.At, slice.Users!.Value));

    /// <summary>The samples of an open loop have 0 users.</summary>
    private static bool HasUsers(ReportRun run) => UsersOf(run).Any(point => point.Y > 0);

    private static Chart Users(ReportRun run)
    {
        if (!HasUsers(run))
        {
            return new MissingChart("no users, or their number is not known.");
        }

        List<ChartPoint> users = [.. UsersOf(run)];
        var (min, max) = (users.Min(point => point.Y), users.Max(point => point.Y));
        return min == max ? new MissingChart($"{Counted(max, "user")} throughout.") : run.OverTime(
            "users over time",
            $"{Short(min)} to {Counted(max, "user")}.",
            "users",
            new ChartLine("users", "quiet", users) { Label = null, Steps = true });
    }
}
