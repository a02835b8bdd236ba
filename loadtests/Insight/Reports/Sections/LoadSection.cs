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
                "While the system keeps up, throughput grows with the load; where it stops growing, a resource is exhausted.",
                Throughput),
            new RunChart(
                "Users over time",
                "In a closed loop a user waits for the response, and then for its think time. An open loop has no users.",
                Users)),
    ]);

    /// <summary>Compares the growth of users and throughput between the third and the last quarter of the load.</summary>
    private static string DescribeResult(ReportRun run)
    {
        var quarter = run.Slices.Count / 4;
        if (quarter < 2)
        {
            return $"{Short(run.Figures.RequestsPerSecond)} requests per second.";
        }

        var third = run.Slices.Skip(run.Slices.Count - (2 * quarter)).Take(quarter).ToList();
        var last = run.Slices.TakeLast(quarter).ToList();
        var (before, after) = (third.Average(slice => slice.RequestsPerSecond), last.Average(slice => slice.RequestsPerSecond));
        var (usersBefore, usersAfter) = (third.Average(slice => slice.Users) ?? 0, last.Average(slice => slice.Users) ?? 0);
        var users = third.Concat(last).All(slice => slice.Users is null)
            ? ""
            : $"users went from {Short(Math.Round(usersBefore))} to {Short(Math.Round(usersAfter))} on average and ";
        var figures = $"between the third and the last quarter {users}throughput "
            + $"{(users.Length > 0 ? "" : "went ")}from {Short(before)} to {Short(after)} req/s.";
        return usersBefore <= 0 || before <= 0 ? figures : Judgement(usersAfter / usersBefore, after / before) + figures;
    }

    private static LineChart Throughput(ReportRun run)
    {
        var successful = new ChartLine(
            "successful", "c1", [.. run.Slices.Select(slice => new ChartPoint(slice.At, slice.RequestsPerSecond))]);
        var failed = new ChartLine(
            "failed", "c2", [.. run.Slices.Select(slice => new ChartPoint(slice.At, slice.FailedPerSecond))]);
        return new LineChart(
            $"{run.Title}: throughput over time",
            DescribeResult(run),
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

    private static string Judgement(double users, double throughput) => (users - 1, throughput - 1) switch
    {
        ( < -0.05, _) => "the number of users falls: ",
        ( < 0.05, _) => "the load is steady: ",
        var (more, gain) when gain < more * 0.35 => "throughput stops rising while users still grow: ",
        var (more, gain) when gain < more * 0.75 => "throughput rises, but less than the number of users: ",
        _ => "throughput still rises with the users: ",
    };
}
