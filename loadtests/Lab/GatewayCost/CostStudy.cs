namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>The gateway-cost lab's study: throughput, latency and CPU of each target, and whether the goals are met.</summary>
public static class CostStudy
{
    public const string Name = "gateway-cost";

    public static Study Build(CostRecord record)
    {
        var closed = CostRow.FromTrials(record.Targets, record.Closed);
        var loop = record.Connections == 1 ? "Closed loop" : "At saturation";
        return new(
            record.Envelope,
            "One small backend, called directly, behind nginx, behind plain YARP and behind the gateway with its features.",
            [
                .. Section("closed", $"{loop}: {record.ClosedGenerator}, {Connections(record)}", closed),
                .. record.Connections == PublishedCost.Connections
                    ? [new StudySection("published", "Published", PublishedCost.Table(closed))]
                    : Array.Empty<StudySection>(),
                .. Section(
                    "open", $"Open loop: {record.OpenRate:N0} requests a second",
                    CostRow.FromTrials(record.Targets, record.Open)),
                new StudySection("usage", "Writes of usage", UsageTable.Build(record)),
                new StudySection(
                    "goals", "Goals",
                    new StudyVerdicts([.. CostGoal.FromTrials(record.Closed, record.Open).Select(goal => goal.ToVerdict())])),
                new StudySection(
                    "trials", "Every trial", Trials("closedTrials", record.Closed), Trials("openTrials", record.Open)),
            ])
        {
            Warnings =
            [
                .. RunWarnings.DuringLoad(record.Envelope.Machine.DuringRun), .. record.Missing,
                .. Warnings(record).OfType<string>(),
            ],
        };
    }

    private static IReadOnlyList<StudySection> Section(string key, string title, IReadOnlyList<CostRow> rows) =>
        rows.Count == 0 ? [] : [new(key, title, Table(key, title, rows), new StudyChart(Cpu(key, title, rows)))];

    private static StudyTable Table(string key, string title, IReadOnlyList<CostRow> rows) =>
        new StudyTableBuilder<CostRow>(key, title)
            .Words("title", "", row => row.Target.Title)
            .Data("target", row => row.Target.Name)
            .Number("requestsPerSecond", "req/s", row => row.RequestsPerSecond, rate => $"{rate:N0}")
            .Figure("p50Ms", "p50 ms", row => Hundredths(row.P50Ms))
            .Figure("p75Ms", "p75 ms", row => Hundredths(row.P75Ms))
            .Figure("p90Ms", "p90 ms", row => Hundredths(row.P90Ms))
            .Figure("p99Ms", "p99 ms", row => Hundredths(row.P99Ms))
            .Number("successP99Ms", "p99 of successes", row => row.SuccessP99Ms, ms => $"{ms:0.00}")
            .Figure("addedP50Ms", "added p50", row => Hundredths(row.AddedP50Ms))
            .Figure("addedP99Ms", "added p99", row => Hundredths(row.AddedP99Ms))
            .Number("proxyMicroseconds", "CPU us, proxy", row => row.ProxyMicroseconds, Tenths)
            .Number("backendMicroseconds", "CPU us, backend", row => row.BackendMicroseconds, Tenths)
            .Count("failed", "failed", row => row.Failed)
            .Data("atLeast", row => LatencyValue.BoundNames(
                ("p50Ms", row.P50Ms), ("p75Ms", row.P75Ms), ("p90Ms", row.P90Ms), ("p99Ms", row.P99Ms),
                ("addedP50Ms", row.AddedP50Ms), ("addedP99Ms", row.AddedP99Ms)))
            .Build(rows) with
        {
            Explanation = "Medians over the rounds. Added: to the direct target's in the same round. CPU: for each request. "
                + "Failed: in all rounds.",
        };

    private static StackedBarChart Cpu(string key, string title, IReadOnlyList<CostRow> rows) => new(
        $"cpu-{key}",
        $"CPU for each request. {title}",
        "The proxy's processes and the backend's. Kernel time counts for the process that made the system call.",
        "us",
        [new BarPart("proxy", "c1"), new BarPart("backend", "c2")],
        [.. rows.Select(row => new StackedBar(row.Target.Title, [row.ProxyMicroseconds, row.BackendMicroseconds]))]);

    /// <summary>For programs only: the tables for people show medians.</summary>
    private static StudyTable Trials(string key, IReadOnlyList<CostTrial> trials) =>
        new StudyTableBuilder<CostTrial>(key, "Trials")
            .Data("target", trial => trial.Target)
            .Data("round", trial => trial.Round)
            .Data("requestsPerSecond", trial => trial.RequestsPerSecond)
            .Data("p50Ms", trial => trial.P50Ms.Milliseconds)
            .Data("p75Ms", trial => trial.P75Ms.Milliseconds)
            .Data("p90Ms", trial => trial.P90Ms.Milliseconds)
            .Data("p99Ms", trial => trial.P99Ms.Milliseconds)
            .Data("p999Ms", trial => trial.P999Ms.Milliseconds)
            .Data("maxMs", trial => trial.MaxMs.Milliseconds)
            .Data("proxyMicroseconds", trial => trial.ProxyMicroseconds)
            .Data("backendMicroseconds", trial => trial.BackendMicroseconds)
            .Data("atLeast", trial => trial.AtLeast)
            .Data("failed", trial => trial.Failed)
            .Data("successP99Ms", trial => trial.SuccessP99Ms)
            .Data("generatorLimit", trial => trial.GeneratorLimit)
            .Build(trials);

    private static string?[] Warnings(CostRecord record) =>
    [
        record.Closed.Count + record.Open.Count == 0 ? "Nothing was measured." : null,
        record.Closed.Any(trial => trial.Failed > 0)
            ? "Goals are judged by rounds in which no request failed at saturation: refusing costs less than serving."
            : null,
        .. Limited(record.Closed, "at saturation"),
        .. Limited(record.Open, "in the open loop"),
    ];

    private static IEnumerable<string> Limited(IReadOnlyList<CostTrial> trials, string where) =>
        trials.Select(trial => trial.GeneratorLimit).OfType<string>().ToList() is [var first, ..] all
            ? [$"The load generator was a limit in {all.Count} of {trials.Count} trials {where}; in the first: {first} "
                + "The figures may show the generator rather than the targets."]
            : [];

    internal static string Connections(CostRecord record) =>
        $"{record.Connections:N0} connection{(record.Connections == 1 ? "" : "s")}";

    internal static Cell Hundredths(LatencyValue latency) => new(latency.Milliseconds, latency.ToText(ms => $"{ms:0.00}"));

    private static string Tenths(double microseconds) => $"{microseconds:0.0}";
}
