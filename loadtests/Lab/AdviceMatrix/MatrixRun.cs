namespace DroneDelivery.LoadTests.Lab.AdviceMatrix;

/// <summary>Runs every fault in its test; the advisor explains the run folder. If a test fails, the others still run.</summary>
/// <param name="healthyRuns">The number of runs without a fault.</param>
/// <param name="settings">The settings of every run; their lab and tests are not used.</param>
internal sealed class MatrixRun(
    IReadOnlyList<PlantedFault> faults, int healthyRuns, LabSettings settings, LabSession lab, TimeProvider time)
{
    // The maximum number of runs on one seeded system.
    private const int RunsOfASystem = 12;

    // The baseline is the median of three runs: the very first run also compiles code.
    private const int BaseRuns = 3;

    private const string Base = "base-";
    private const string Healthy = "healthy-";

    /// <summary>Whether this is the name of a run without a fault with which runs of faults are compared.</summary>
    public static bool IsReference(string test) => test.StartsWith(Base, StringComparison.Ordinal);

    /// <summary>Whether this is the name of a run without a fault whose findings are counted.</summary>
    public static bool IsHealthy(string test) => test.StartsWith(Healthy, StringComparison.Ordinal);

    /// <summary>The failure of the outcome lists the tests that failed.</summary>
    public async Task<SuiteOutcome> RunAsync(CancellationToken cancellationToken)
    {
        var bases = faults.Select(FaultCatalog.PlaceOf)
            .DistinctBy(place => (place.Throughput, place.MaxConcurrency, place.PartitionKey))
            .SelectMany(place => Enumerable.Repeat(place, BaseRuns)).Index()
            .Select(place => place.Item with { Name = $"{Base}{place.Index + 1}", Title = $"{place.Item.Name}, no fault" });
        var healthy = Enumerable.Range(1, healthyRuns).Select(number => FaultCatalog.Healthy with
        {
            Name = $"{Healthy}{number:00}",
            Title = $"Healthy run {number}",
        });
        TuningScenario[] tests = [.. bases, .. faults.Select(FaultCatalog.Plant), .. healthy];
        lab.Say($"{tests.Length} runs of {settings.Duration.TotalSeconds:0.#} s each");
        var (folders, failures) = (new List<RunFolder>(), new List<string>());
        for (var next = 0; next < tests.Length && !cancellationToken.IsCancellationRequested;)
        {
            TuningScenario[] chunk = [.. tests.Skip(next).Take(RunsOfASystem)];
            var suite = new ScenarioSuite(settings with { Lab = MatrixStudy.Name, Scenarios = chunk }, lab.Folder, time);
            var outcome = await suite.RunAsync(lab.Progress, cancellationToken);
            await SayAsync([.. folders.Where(run => IsReference(Path.GetFileName(run.Path))), .. outcome.Measured]);
            folders.AddRange(outcome.Measured);
            next += outcome.Failure is null ? chunk.Length : outcome.Folders.Count + 1;
            if (outcome.Failure is { } failure)
            {
                failures.Add($"{tests[next - 1].Name}: {failure.Message.ReplaceLineEndings(" ")}");
                lab.Say(failures[^1]);
            }
        }

        return new(folders, failures.Count > 0 ? new LabException($"Did not run: {string.Join("; ", failures)}") : null);
    }

    /// <summary>The verdicts of a few runs, as progress.</summary>
    private async Task SayAsync(IReadOnlyList<RunFolder> runs)
    {
        foreach (var row in runs.Count == 0 ? [] : (await MatrixFigures.ReadAsync(runs, CancellationToken.None)).Rows)
        {
            lab.Say($"{row.Diagnosis.Manifest.Scenario}: {MatrixStudy.Line(row)}");
        }
    }
}
