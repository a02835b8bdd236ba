namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// The capacity lab's study: the limits of each search with their intervals, charts with the fitted scalability law, and every
/// trial.
/// </summary>
public static class CapacityStudy
{
    public const string Name = "capacity";

    public static Study Build(CapacityRecord record) => new(
        record.Envelope,
        $"{record.Target}: the highest rate at which the 99th percentile of latency, from the scheduled moment of each "
            + $"arrival, stays below the objective of {Short(record.ObjectiveMs)} ms{InAClosedLoop(record)}. "
            + $"Load generator and system ran together on {record.Envelope.Machine.Cores} cores.",
        [
            new StudySection(
                "limits", "Capacity", Limits(record), new StudyNotes([.. CapacityText.Repeatability(record), .. record.LeftOut])),
            .. record.Searches.Index().Select(search => Search(search.Item, search.Index, record)),
        ]);

    private static string InAClosedLoop(CapacityRecord record) =>
        record.Searches.Any(search => search.ClosedLoop) ? " (in a closed loop: the highest number of users)" : "";

    private static StudyTable Limits(CapacityRecord record) => new StudyTableBuilder<(SearchRecord Search, FoundLimit Limit)>(
        "limits", "Limits")
        .Words("variant", "kind of load", row => row.Search.Variant)
        .Words("goal", "goal", row => row.Limit.Goal)
        .Figure("rate", "limit", row => Rate(row.Limit))
        .Number("low", "from", row => row.Limit.Estimate?.Low)
        .Number("high", "to", row => row.Limit.Estimate?.High)
        .Words("basis", "rests on", row => Basis(row.Limit))
        .Words("unit", "", row => row.Search.Unit)
        .Number("throughput", "answered/s", row => row.Limit.Throughput)
        .Number("inFlight", "in flight", row => row.Limit.InFlight)
        .Data("highestMet", row => row.Limit.HighestMet)
        .Data("lowestMissed", row => row.Limit.LowestMissed)
        .Data("intervalHeld", row => row.Search.IntervalHeld)
        .Data("repeatedTrials", row => row.Search.Repeated)
        .Data("reason", row => row.Limit.Reason, isOptional: true)
        .Build(record.Searches.SelectMany(search =>
            new[] { search.ByLatency, search.ByResources }.OfType<FoundLimit>().Select(limit => (search, limit))));

    private static Cell Rate(FoundLimit limit) => limit is { Rate: { } rate, Estimate: null, LowestMissed: null }
        ? new Cell(rate, $"over {Short(rate)}")
        : Cell.Number(limit.Rate);

    private static string Basis(FoundLimit limit) => limit.Interrupted
        ? "an interrupted search"
        : limit.Estimate?.Basis ?? VerdictBasis.Describe(runs: 1);

    private static StudySection Search(SearchRecord search, int index, CapacityRecord record)
    {
        var id = $"search-{index + 1}";
        return new StudySection(
            id,
            record.Searches.Count == 1 ? $"The search: {search.Variant}" : $"Search {index + 1}: {search.Variant}",
            [
                new StudyNotes([.. CapacityText.Describe(search, record.SharedLimit)]),
                .. CapacityCharts.ForSearch(search, record).Select(chart => new StudyChart(chart)),
                .. search.AtLimit is { } trial ? [Resources($"{id}-resources", search, trial, record)] : (StudyTable[])[],
                Trials($"{id}-trials", search),
            ]);
    }

    private static StudyTable Resources(string key, SearchRecord search, CapacityTrial trial, CapacityRecord record) =>
        new StudyTableBuilder<(ResourceUse Use, double Scale)>(key, $"Resources at {CapacityText.Offered(trial, search.Unit)}")
            .Words("resource", "resource", row => row.Use.Resource)
            .Words("owner", "of", row => row.Use.Owner)
            .Number("used", "used", row => row.Use.Used * row.Scale)
            .Number("limit", "limit", row => row.Use.Limit * row.Scale)
            .Percent("share", "share", row => row.Use.Share)
            .Percent("cap", "cap", row => record.Caps?.TryGetValue(row.Use.Resource, out var cap) == true ? cap : null)
            .Build(trial.Uses.OrderByDescending(use => use.Share)
                .Select(use => (use, use.Resource == ResourceUse.Cpu ? record.Envelope.Machine.Cores : 1.0))) with
        {
            Explanation = "CPU in cores, memory in MiB. Limits: of the process, of its control group, or of the machine. "
                + "All: the known processes and the load generator together.",
        };

    private static StudyTable Trials(string key, SearchRecord search) =>
        new StudyTableBuilder<(int Number, CapacityTrial Trial)>(key, "Trials, in the order in which they ran")
            .Count("trial", "trial", row => row.Number)
            .Words("purpose", "purpose", row => row.Trial.Purpose.ToString().ToLowerInvariant())
            .Figure(
                "offered", "offered", row => new Cell(row.Trial.OfferedRate, CapacityText.Offered(row.Trial, search.Unit)))
            .Data("seconds", row => row.Trial.Seconds)
            .Data("arrivals", row => row.Trial.Arrivals)
            .Data("good", row => row.Trial.Good)
            .Number("throughput", "answered/s", row => row.Trial.Throughput)
            .Latency("p50Ms", "p50", row => row.Trial.P50Ms, ms => $"{ms:0} ms")
            .Latency("p99Ms", "p99", row => row.Trial.P99Ms, ms => $"{ms:0} ms")
            .Number("successP99Ms", "p99 of successes", row => row.Trial.SuccessP99Ms)
            .Percent("missedShare", "missed", row => row.Trial.MissedShare)
            .Number("inFlight", "in flight", row => row.Trial.InFlight)
            .Data("tcpConnects", row => row.Trial.TcpConnects, isOptional: true)
            .Data("tlsHandshakes", row => row.Trial.TlsHandshakes, isOptional: true)
            .Data("resources", row => row.Trial.Resources)
            .Percent("cpuShare", search.Trials[0].CpuName, row => row.Trial.CpuShare)
            .Data("generatorLimit", row => row.Trial.GeneratorLimit)
            .Data("disturbance", row => row.Trial.Disturbance)
            .Build(search.Trials.Concat(search.Confirmations).Select((trial, index) => (index + 1, trial)));
}
