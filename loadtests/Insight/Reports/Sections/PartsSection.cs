namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>The latency breakdown of requests, with the unexplained part.</summary>
internal static class PartsSection
{
    private static readonly (LatencyPart Part, BarPart Drawn)[] Parts =
    [
        (LatencyPart.GeneratorLateness, new("sent late", "fill c4")),
        (LatencyPart.SimulatedRoundTrip, new("simulated way to user", "fill quiet")),
        (LatencyPart.ClientNetwork, new("network to entry service", "fill c5")),
        (LatencyPart.EntryWork, new("entry service's own work", "fill c3")),
        (LatencyPart.BackendNetwork, new("network to backends", "fill c7")),
        (LatencyPart.BackendWork, new("backends' own work", "fill c8")),
        (LatencyPart.CosmosConnectionQueue, new("queue for connection", "fill s6")),
        (LatencyPart.CosmosNetwork, new("network to the database", "fill c6")),
        (LatencyPart.CosmosService, new("the database itself", "fill c1")),
        (LatencyPart.RetryWait, new("waiting to retry", "wait")),
    ];

    private static readonly BarPart Rest = new("unexplained", "rest");

    public static StudySection Build(IReadOnlyList<ReportRun> runs) => new("parts", "Where the time went",
    [
        RunParts.Sentences(runs, TraceCounts),
        .. RunParts.Charts(runs, new RunChart(
            "Parts of the latency",
            "The mean of requests around the median, around p90, and of the slowest 2 %. Of parallel "
            + "calls only the one that ended last counts. Network is the time from sending on one side to the start of the span "
            + "on the other, and back: a message that waits until a busy process reads it counts there. Each part is measured "
            + "separately, so time that no part covers is shown as unexplained.",
            Draw)),
        .. runs.All(run => run.Breakdown is null) ? Array.Empty<StudyPart>() : [Unexplained(runs)],
    ]);

    private static string TraceCounts(ReportRun run) =>
        $"requests sent: {Count(run.Record.Load.Sent)}. Whole traces kept: {Count(run.Traces)}"
        + (run.Traces == 0
            ? "."
            : $", a uniform sample of {Count(run.UniformTraces)}, and {Count(run.Traces - run.UniformTraces)} for being slow, "
                + $"failed or throttled. {Basis(run.Breakdown?.All.Requests ?? 0, run.Diagnosis.Traces)}");

    private static string Basis(int parts, int findings) => parts == findings
        ? $"The parts of the latency and the findings rest on {Count(parts)} of the sample."
        : $"The parts of the latency rest on {Count(parts)} of the sample, the findings on {Count(findings)}.";

    /// <summary>The latency breakdown as one bar for each of <paramref name="bands"/>.</summary>
    public static StackedBarChart Chart(
        string id, string title, string seeHere, IEnumerable<(string Label, BreakdownBand Band)> bands) => new(
        id,
        title,
        seeHere,
        "ms",
        [.. Parts.Select(part => part.Drawn), Rest],
        [.. bands.Select(each => new StackedBar(each.Label, [.. PartsOf(each.Band).Select(part => part.Ms)]))]);

    /// <summary>The parts with their names, in the order in which a request passes them.</summary>
    private static IEnumerable<(string Name, double Ms)> PartsOf(BreakdownBand band) =>
        [.. Parts.Select(part => (part.Drawn.Name, band.Mean[part.Part])), (Rest.Name, band.Mean.Rest)];

    private static Chart Draw(ReportRun run) => run.Breakdown is not { } breakdown
        ? new MissingChart("no request was kept together with its whole trace.")
        : Chart(
            $"{run.Key}-parts",
            run.Caption("parts of the latency"),
            SeeHere(breakdown),
            new[] { breakdown.Median, breakdown.P90, breakdown.Slowest }.Select(band => (band.Name, band)));

    private static string SeeHere(BreakdownByPercentile breakdown) =>
        $"around the median {LargestPart(breakdown.Median)}; in the slowest 2 % {LargestPart(breakdown.Slowest)}. Unexplained: "
        + $"{Share(breakdown.Median.RestShare)} around the median, {Share(breakdown.Slowest.RestShare)} in the slowest 2 %."
        + (breakdown.IsExplained
            ? ""
            : $" That is more than {Share(BreakdownByPercentile.MaxMedianRestShare)} or "
                + $"{Share(BreakdownByPercentile.MaxSlowestRestShare)}: spans are missing, or the machine lacked CPU.");

    private static string LargestPart(BreakdownBand band)
    {
        var (name, ms) = PartsOf(band).MaxBy(part => part.Ms);
        return $"most is {name}, {Milliseconds(ms)} of a mean of {Milliseconds(band.Mean.LatencyMs)}";
    }

    private static StudyTable Unexplained(IReadOnlyList<ReportRun> runs)
    {
        return RunParts.Table(
            "unexplainedShare",
            "Unexplained share of latency: missing and excess time do not cancel each other out",
            runs,
            Row("around the median", breakdown => breakdown.Median),
            Row("around p90", breakdown => breakdown.P90),
            Row("slowest 2 %", breakdown => breakdown.Slowest),
            Row("all requests", breakdown => breakdown.All)) with
        { IsNextToCharts = runs is [_] };

        (string, Func<ReportRun, Cell>) Row(string label, Func<BreakdownByPercentile, BreakdownBand> band) =>
            (label, run => Cell.Percent(run.Breakdown is { } breakdown ? band(breakdown).RestShare : null));
    }
}
