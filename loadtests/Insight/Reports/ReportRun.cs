using DroneDelivery.LoadTests.Insight.Advice;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>The data of one run for the sections of a report.</summary>
/// <param name="Key">Identifies the run in element ids: unique in the report, valid for any scenario name.</param>
/// <param name="Title">The title of the run on the page, unique on the page.</param>
internal sealed record ReportRun(string Key, string Title, RunRecord Record, RunSamples Samples, RunAnswers Answers)
{
    public IReadOnlyList<TraceTree> TraceTrees { get; } = TraceTree.BuildAll(Samples.Spans);

    public bool IsImported => Record.Manifest.Import is not null;

    public ScenarioFigures Figures { get; } = new ScenarioFigures(Record);

    public IReadOnlyList<LoadSlice> Slices { get; } = LoadSlice.FromSeconds(Record.Load, Samples);

    public LoadLevels Levels { get; } = LoadLevels.FromRun(Record.Load, Samples);

    /// <summary>The link from the page of several runs to that of this run; null if there is none.</summary>
    public string? Page { get; init; }

    /// <summary>The latency breakdown of requests; null without a request that has a complete trace.</summary>
    public BreakdownByPercentile? Breakdown { get; } = BreakdownByPercentile.FromRequests(LatencyBreakdown.FromSamples(Samples));

    /// <summary>Whether the page is of this run alone: only its heading then has the title of the run.</summary>
    public bool IsAlone { get; init; }

    public bool HasDatabase => Record.Cosmos.IsPresent;

    /// <summary>Whether traces were to be expected: a system with a database always sends them.</summary>
    public bool HasTelemetry => HasDatabase || Samples.Spans.Count > 0;

    /// <summary>The causes that limit the run.</summary>
    public Diagnosis Diagnosis { get; } = Advisor.Explain(new RunData(Record, Samples));

    /// <summary>The requests to draw from end to end, the median one first.</summary>
    public IReadOnlyList<ShownRequest> Requests => field ??= ShownRequest.Choose(Record, Samples, TraceTrees);

    public IReadOnlyList<ListedTrace> ListedTraces => field ??= ListedTrace.Choose(Record, Samples, TraceTrees);

    /// <summary>The number of complete traces of requests.</summary>
    public int Traces => CompleteTraces.Count();

    /// <summary>The number of those that are a uniform sample, not kept for being slow, failed or throttled.</summary>
    public int UniformTraces => CompleteTraces.ExceptBy(Samples.ExtraTraces, trace => trace.TraceId).Count();

    private IEnumerable<TraceTree> CompleteTraces => TraceTrees.Where(trace => trace.IsComplete);

    /// <summary>The words with the title of the run before them, or capitalized on the page of one run.</summary>
    public string Caption(string words) => IsAlone ? Capitalized(words) : $"{Title}: {words}";

    /// <summary>Lines over the time of the load.</summary>
    public LineChart OverTime(string title, string seeHere, string unit, params IReadOnlyList<ChartLine> lines) =>
        new(Caption(title), seeHere, "time, s", unit, lines) { LargestX = Figures.DurationSeconds };

    /// <exception cref="FileNotFoundException">A folder holds no run.</exception>
    public static async Task<IReadOnlyList<ReportRun>> ReadAsync(
        IReadOnlyList<RunFolder> folders, CancellationToken cancellationToken)
    {
        var runs = new List<ReportRun>();
        foreach (var folder in folders)
        {
            var run = await folder.ReadAsync(cancellationToken);
            runs.Add(FromRecord(run.Record, run.Samples, RunAnswers.FromFolder(folder), runs.Count + 1));
        }

        return WithDistinctTitles(runs);
    }

    /// <summary>Makes titles of runs of the same test unique by their time, or else by their position.</summary>
    public static IReadOnlyList<ReportRun> WithDistinctTitles(IReadOnlyList<ReportRun> runs)
    {
        var times = runs.DistinctBy(run => (run.Title, Time(run))).Count() == runs.Count;
        return
        [
            .. runs.Index().Select(each => runs.Count(run => run.Title == each.Item.Title) == 1
                ? each.Item
                : each.Item with { Title = $"{each.Item.Title}, {(times ? Time(each.Item) : $"run {each.Index + 1}")}" }),
        ];

        static string Time(ReportRun run) => run.Record.Manifest.StartedAt.ToString("HH:mm:ss", CultureInfo.InvariantCulture);
    }

    public static ReportRun FromRecord(RunRecord record, RunSamples samples, RunAnswers answers, int number) =>
        new($"run{number}", record.Manifest.Title, record, samples, answers);
}

/// <summary>The results of the named queries, the same figures that the <c>query</c> command prints.</summary>
/// <param name="Operation">One call of the operation under study, by partition and kind of call.</param>
/// <param name="BackendCalls">Calls from the entry service to other services, the slowest first.</param>
internal sealed record RunAnswers(
    IReadOnlyList<OperationCalls> Operation, IReadOnlyList<DependencyCalls> BackendCalls, IReadOnlyList<PartitionUse> Partitions,
    IReadOnlyList<AnswersByStatus> Statuses)
{
    public static RunAnswers None { get; } = new([], [], [], []);

    /// <summary>Empty if the samples of the folder were not kept.</summary>
    public static RunAnswers FromFolder(RunFolder folder)
    {
        if (!File.Exists(folder.DatabaseFile))
        {
            return None;
        }

        using var database = RunDatabase.OpenRead(folder);
        return new RunAnswers(
            database.Read<OperationCalls>("calls-per-operation"),
            [.. database.Read<DependencyCalls>("by-dependency").Where(calls => !calls.IsDatabaseCall)],
            database.Read<PartitionUse>("by-partition"),
            database.Read<AnswersByStatus>("by-status"));
    }
}
