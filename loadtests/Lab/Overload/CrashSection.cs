namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>The table and the charts that only runs with a crash have.</summary>
public static class CrashSection
{
    private const string Explanation =
        "A Delivery is killed when the second step of the load starts, and started again with the third. Late: failed, and due "
        + "2 s after the kill or later. Last call: the end of the second in which the gateway last called the dead one. Fair "
        + "share: the end of the first second, counted from the restart, in which the Delivery gives 80 % of a third of the "
        + "answers. Lowest: in the worst five seconds. Pauses: how often the gateway's circuit breaker refused all calls to "
        + "Delivery. The crash spreads if there is a pause, or if the lowest goodput is below the share of the Deliveries that "
        + "remain.";

    /// <param name="runs">The runs of one shape; nothing is returned if no Delivery crashed in them.</param>
    public static IEnumerable<StudyPart> FromRuns(IReadOnlyList<OverloadRun> runs)
    {
        if (runs.All(run => run.Crash is null))
        {
            yield break;
        }

        yield return BySecond(runs, "Refused over time", "By load shedding.", "refused req/s", second => second.Refused);
        yield return BySecond(runs, "Failed over time", "Of the accepted requests.", "failed req/s", second => second.Failed);
        yield return new StudyChart(new LineChart(
            "Answers of the Delivery that crashes", "Its share of the calls that all of them answered.", "s", "%",
            OverloadStudy.Lines(runs, run => run.Crash?.Calls.Select(ToPoint) ?? []))
        {
            Reference = new ReferenceLine("a third", 100.0 / CrashLab.Deliveries),
        });
        yield return Table(runs);
    }

    /// <summary>Exports of several runs end at different parts of a second.</summary>
    private static ChartPoint ToPoint(CallInterval calls) =>
        new(Math.Floor(calls.UntilSeconds), 100 * calls.ShareOf(CrashLab.Killed) ?? double.NaN);

    private static StudyChart BySecond(
        IReadOnlyList<OverloadRun> runs, string title, string description, string unit, Func<OverloadSecond, long> count) =>
        new(new LineChart(title, description, "s", unit, OverloadStudy.Lines(
            runs, run => run.Seconds.Select(second => new ChartPoint(second.Second, count(second))))));

    private static StudyTable Table(IEnumerable<OverloadRun> runs) => new StudyTableBuilder<(string Setting, CrashFigures Crash)>(
        "crash", "From the kill to 20 s after the restart")
        .Words("setting", "setting", row => row.Setting)
        .Count("offered", "requests", row => row.Crash.Span.Offered)
        .Count("good", "good", row => row.Crash.Span.Good)
        .Count("refused", "refused", row => row.Crash.Span.Refused)
        .Count("failed", "failed", row => row.Crash.Span.Failed)
        .Count("lateFailures", "late", row => row.Crash.LateFailures)
        .Number("lastCallSeconds", "last call after s", row => row.Crash.LastCallSeconds)
        .Number("fairShareSeconds", "fair share after s", row => row.Crash.FairShareSeconds)
        .Number("goodputBefore", "goodput/s before", row => row.Crash.Before)
        .Number("lowestGoodput", "lowest", row => row.Crash.Lowest)
        .Count("pauses", "pauses", row => row.Crash.Pauses)
        .Words("spreads", "spreads", row => row.Crash.Spreads ? "yes" : "no")
        .Build(runs.Where(run => run.Crash is not null).Select(run => (run.Setting, run.Crash!))) with
    {
        Explanation = Explanation,
    };
}
