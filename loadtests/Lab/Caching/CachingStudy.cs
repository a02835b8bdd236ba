namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>The caching lab's study: the rate, errors and latency of each variant, next to the published figures.</summary>
public static class CachingStudy
{
    private const double PublishedGain = 46;

    private static readonly (string Name, string Key)[] Processes =
    [
        ("gateway", "gatewayCores"), ("delivery", "deliveryCores"), ("redis", "redisCores"), ("cosmos-emulator", "emulatorCores"),
        ("load-generator", "generatorCores"),
    ];

    /// <exception cref="InvalidDataException">A folder holds a run of another lab.</exception>
    public static async Task<Study> ReadAsync(IReadOnlyList<RunFolder> folders, CancellationToken cancellationToken)
    {
        var runs = await RunFolder.ReadAllAsync(folders, cancellationToken);
        var figures = runs
            .Select(run => CachingFigures.FromRecord(run.Record) is { } each ? each with { Use = CacheUse.FromRun(run) } : null)
            .ToList();
        var shown = runs.Zip(figures).Where(run => run.Second is not null).Select(run => run.First);
        return ExplanationSection.Add(Build([.. figures.OfType<CachingFigures>()]), [.. shown]);
    }

    public static Study Build(IReadOnlyList<CachingFigures> runs)
    {
        var breakpoints = runs.Where(run => !run.IsSmoke).ToList();
        return new Study(
            StudyEnvelope.FromRuns([.. runs.Select(run => run.Record)], "where the cache sits"),
            "Deliveries are read and created at a growing rate: without a cache, with one in the service, and at the gateway.",
            [
                new StudySection("goals", "Goals", new StudyVerdicts([.. CachingVerdicts.FromRuns(breakpoints)])),
                .. Section("breakpoint", "Breakpoint", breakpoints),
                new StudySection("gain", "What the cache gains", new StudyNotes([.. Gains(runs).OfType<string>()])),
                .. breakpoints.Count == 0
                    ? Array.Empty<StudySection>()
                    :
                    [
                        new("courses", "Over time", [.. Charts(breakpoints)]),
                        new("resources", "Caches and resources", CachingResources.Parts(breakpoints)),
                    ],
                .. Section("smoke", "Smoke", [.. runs.Where(run => run.IsSmoke)]),
            ])
        {
            Warnings = RunWarnings.ForRuns([.. runs.Select(run => run.Record)]),
        };
    }

    /// <summary>The throughput of the warmed gateway divided by that without a cache; null if one is not whole.</summary>
    public static double? Gain(IReadOnlyList<CachingFigures> runs) =>
        RateOf(runs, CachingLab.GatewayWarmed) is { } warmed && RateOf(runs, CachingLab.None) is > 0 and var none
            ? warmed / none
            : null;

    private static string?[] Gains(IReadOnlyList<CachingFigures> runs) =>
    [
        Gain(runs) is { } gain
            ? $"Warmed at the gateway: {Short(gain)} times the throughput of no cache "
                + $"({VerdictBasis.Describe(runs: 1)}; published: {Short(PublishedGain)} times)."
            : null,
        RateOf(runs, CachingLab.None) is 0
            ? "Without a cache no request of the breakpoint succeeded: there is nothing to compare with."
            : null,
        runs.Any(run => run is { IsSmoke: false, Variant.Coalescing: "off" })
            ? "The published cold run lacked coalescing and load shedding: each request that missed was sent to the service."
            : null,
        runs.Any(run => run is { IsSmoke: false, HasIterations: true })
            ? "Each iteration ends with a create, after which no earlier answer is served: such a load leaves little to a cache."
            : null,
    ];

    private static double? RateOf(IReadOnlyList<CachingFigures> runs, CachingVariant variant) =>
        runs.FirstOrDefault(run => run.Variant == variant && run is { IsSmoke: false, IsWhole: true })?.RequestsPerSecond;

    private static IReadOnlyList<StudySection> Section(string key, string title, IReadOnlyList<CachingFigures> runs) =>
        runs.Count == 0 ? [] : [new(key, title, Table(key, $"{title}: {Loads(runs)}", runs))];

    /// <summary>The first load is that of all variants that are not named.</summary>
    private static string Loads(IReadOnlyList<CachingFigures> runs) => string.Join("; ", runs
        .GroupBy(run => run.Record.Manifest.Load)
        .Select((same, index) => index == 0
            ? same.Key
            : $"{string.Join(", ", same.Select(run => run.Variant.Title))}: {same.Key}"));

    // The article publishes figures of the breakpoint only.
    private static StudyTable Table(string key, string title, IReadOnlyList<CachingFigures> runs)
    {
        var table = new StudyTableBuilder<CachingFigures>(key, title)
            .Words("title", "where the cache sits", run => run.Variant.Title)
            .Data("variant", run => run.Variant.Name)
            .Number("requestsPerSecond", "req/s", run => run.RequestsPerSecond)
            .Number("publishedRequestsPerSecond", "published req/s", run => Published(run)?.RequestsPerSecond)
            .Latency("p95Seconds", "p95", run => run.P95 with { Milliseconds = run.P95.Milliseconds / 1000 }, Seconds)
            .Number("successP95Seconds", "p95 of successes", run => run.SuccessP95Ms / 1000, Seconds)
            .Number("publishedP95Seconds", "published p95", run => Published(run)?.P95Seconds, Seconds)
            .Percent("failedShare", "failed", run => run.FailedShare)
            .Percent("publishedFailedShare", "published failed", run => Published(run)?.FailedPercent / 100)
            .Number("firstErrorPerSecond", "first error at", run => run.FirstErrorPerSecond, rate => $"{rate:0}/s")
            .Number(
                "publishedFirstErrorPerSecond",
                "published first error",
                run => Published(run)?.FirstErrorPerSecond,
                rate => $"{rate:0}/s")
            .Percent("droppedShare", "dropped", run => run.DroppedShare)
            .Data("dropped", run => run.Record.Load.Arrivals?.Dropped);
        foreach (var (name, cores) in Processes)
        {
            table.Number(cores, $"CPU {name}", run => run.Record.CoresOf(name));
        }

        return table.Build(runs) with
        {
            Explanation = "CPU in cores, mean. Failed: share of the requests sent that got an error or no answer. "
                + "First error at: arrivals a second when the first request failed; none if requests only were not answered. "
                + "Dropped: share of the arrivals that were due and not sent, because as many as allowed were in flight. "
                + "p95 is not stated if more than 5 % were dropped.",
        };
    }

    private static CachingPublished? Published(CachingFigures run) => run.IsSmoke ? null : run.Variant.Published;

    private static IEnumerable<StudyChart> Charts(IReadOnlyList<CachingFigures> runs)
    {
        var highest = runs.MaxBy(run => run.RequestsPerSecond)!;
        yield return Lines(
            "Successful requests over time",
            $"The arrival rate grows steadily; {highest.Variant.Title} serves most, "
            + $"{Short(highest.RequestsPerSecond)} req/s.",
            runs,
            CachingFigures.SuccessfulIn);
        yield return Lines(
            "Failed requests over time",
            "Answered with an error or timed out, by the second in which they ended.",
            runs,
            CachingFigures.FailedIn);
    }

    private static StudyChart Lines(
        string title, string description, IReadOnlyList<CachingFigures> runs, Func<SecondSample, double> value) =>
        new(new LineChart(title, description, "seconds", "req/s",
            [
                .. runs.Index().Select(run => new ChartLine(
                    run.Item.Variant.Name,
                    Series.Class(run.Index),
                    [.. run.Item.Record.Load.Seconds.Select(second => new ChartPoint(second.Second, value(second)))])),
            ]));

    private static string Seconds(double seconds) => $"{seconds:0.###} s";
}
