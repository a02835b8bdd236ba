namespace DroneDelivery.LoadTests.Lab.AdviceMatrix;

/// <summary>Runs every fault in its test; the advisor explains the run folder. If a test fails, the others still run.</summary>
/// <param name="healthyRuns">The number of runs without a fault.</param>
/// <param name="settings">The settings of every run; their tests are not used.</param>
internal sealed class MatrixRun(
    IReadOnlyList<PlantedFault> faults, int healthyRuns, LabSettings settings, LabSession lab, TimeProvider time)
{
    // The number of runs on one seeded system: a failure loses at most these.
    private const int RunsOfASystem = 12;

    // The baseline is the median of three runs: the very first run also compiles code.
    private const int BaseRuns = 3;

    private readonly List<MatrixRow> _rows = [];
    private readonly List<string> _failures = [];
    private readonly List<(TuningScenario Test, LatencyValue Mean)> _bases = [];

    /// <summary>The tests that failed, in words.</summary>
    public IReadOnlyList<string> Failures => _failures;

    public async Task<IReadOnlyList<MatrixRow>> RunAsync(CancellationToken cancellationToken)
    {
        var bases = faults.Select(FaultCatalog.PlaceOf).DistinctBy(Place)
            .SelectMany(place => Enumerable.Repeat(place, BaseRuns)).Index()
            .Select(place => place.Item with { Name = $"base-{place.Index + 1}", Title = $"{place.Item.Name}, no fault" });
        var healthy = Enumerable.Range(1, healthyRuns).Select(number => FaultCatalog.Healthy with
        {
            Name = $"healthy-{number:00}",
            Title = $"Healthy run {number}",
        });
        TuningScenario[] tests = [.. bases, .. faults.Select(FaultCatalog.Plant), .. healthy];
        lab.Say($"{tests.Length} runs of {settings.Duration.TotalSeconds:0.#} s each");
        foreach (var chunk in tests.Chunk(RunsOfASystem))
        {
            await RunAsync(chunk, cancellationToken);
            if (cancellationToken.IsCancellationRequested)
            {
                break;
            }
        }

        return _rows;
    }

    private async Task RunAsync(IReadOnlyList<TuningScenario> tests, CancellationToken cancellationToken)
    {
        var suite = new ScenarioSuite(
            settings with { Scenarios = tests }, SessionFolder.PathOf(lab.Folder, settings.Lab, time), time);
        var (folders, failure) = await suite.RunAsync(lab.Progress, cancellationToken);
        foreach (var (test, folder) in tests.Zip(folders))
        {
            await ExplainAsync(test, folder);
        }

        if (failure is not null)
        {
            _failures.Add($"{tests[folders.Count].Name}: {failure.Message.ReplaceLineEndings(" ")}");
            lab.Say(_failures[^1]);
            var left = tests.Skip(folders.Count + 1).ToList();
            if (left.Count > 0)
            {
                await RunAsync(left, cancellationToken);
            }
        }
    }

    private async Task ExplainAsync(TuningScenario test, RunFolder folder)
    {
        var run = await folder.ReadAsync(CancellationToken.None);
        var mean = run.Record.Load.Latency.Mean;
        if (test.Fault is null && test.Name.StartsWith("base", StringComparison.Ordinal))
        {
            _bases.Add((test, mean));
            return;
        }

        var bases = _bases.Where(each => Place(each.Test) == Place(test)).Select(each => each.Mean)
            .OrderBy(mean => mean.AtLeast ? double.PositiveInfinity : mean.Milliseconds).ToList();
        var without = test.Fault is null || bases.Count == 0 ? LatencyValue.None : bases[bases.Count / 2];
        _rows.Add(new MatrixRow(test.Fault, Advisor.Explain(run), mean, without));
        lab.Say($"{test.Name}: {MatrixStudy.Line(_rows[^1])}");
    }

    /// <summary>The settings that determine the latency of a test without a fault.</summary>
    private static (int Throughput, int MaxConcurrency, string PartitionKey) Place(TuningScenario test) =>
        (test.Throughput, test.MaxConcurrency, test.PartitionKey);
}
