using System.Collections.Concurrent;
using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios;
using Spectre.Console;

namespace DroneDelivery.LoadTests.Tests.Runs;

/// <summary>
/// Short runs of some tests, one after another on the whole system. They run once, and all assertions read their results. A run
/// whose record says that other programs or virtual machines disturbed it does not show the system: it is repeated up to twice.
/// </summary>
public abstract class ShortRuns(IReadOnlyList<TuningScenario> scenarios, TimeSpan duration) : IAsyncLifetime
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-runs-");
    private readonly ConcurrentDictionary<string, (RunFolder Folder, RunData Data, Diagnosis Diagnosis)> _runs = [];

    public IReadOnlyList<RunFolder> Folders => [.. scenarios.Select(scenario => _runs[scenario.Name].Folder)];

    public RunData Data(TuningScenario scenario) => _runs[scenario.Name].Data;

    public RunRecord Record(TuningScenario scenario) => Data(scenario).Record;

    public ScenarioFigures Figures(TuningScenario scenario) => new ScenarioFigures(Record(scenario));

    /// <summary>The advisor's diagnosis of the run.</summary>
    public Diagnosis DiagnosisOf(TuningScenario scenario) => _runs[scenario.Name].Diagnosis;

    /// <summary>The trace of median duration.</summary>
    /// <param name="ofThrottled">Whether only traces of throttled requests count.</param>
    public Waterfall WaterfallOf(TuningScenario scenario, bool ofThrottled = false)
    {
        var traces = TraceTree.BuildAll(Data(scenario).Samples.Spans)
            .Where(trace => trace.IsComplete && trace.CosmosDataCalls.Any() && (!ofThrottled || trace.IsThrottled))
            .OrderBy(trace => trace.DurationMs)
            .ToList();
        Assert.NotEmpty(traces);
        return Waterfall.FromTrace(traces[(traces.Count - 1) / 2]);
    }

    public async ValueTask InitializeAsync()
    {
        var settings = new LabSettings(
            scenarios,
            SimulationProfile.Load(SimulationProfile.Default),
            duration,
            "dotnet test loadtests",
            LoadEngine.BuiltIn(TimeProvider.System));
        var left = scenarios;
        for (var suite = 0; suite <= 2 && left.Count > 0; suite++)
        {
            await RunAsync(settings with { Scenarios = left }, Path.Combine(_folder.FullName, $"{suite}"));
            left = [.. scenarios.Where(IsDisturbed)];
        }
    }

    public ValueTask DisposeAsync()
    {
        _folder.Delete(recursive: true);
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }

    private bool IsDisturbed(TuningScenario scenario) => RunConditions.FromRecord(Record(scenario)).Disturbance is not null;

    private async Task RunAsync(LabSettings settings, string path)
    {
        var token = TestContext.Current.CancellationToken;
        var suite = new ScenarioSuite(settings, path, TimeProvider.System);
        var progress = new LabProgress(AnsiConsole.Console, TimeProvider.System);
        var (folders, failure) = await suite.RunAsync(progress, token);
        Assert.Null(failure);
        ChildProcesses.AssertNone();
        await Parallel.ForEachAsync(folders, token, async (folder, stop) =>
        {
            var run = await folder.ReadAsync(stop);
            _runs[run.Record.Manifest.Scenario] = (folder, run, Advisor.Explain(run));
        });
    }
}

/// <summary>The four tuning tests, long enough for the steps of the staircase to exhaust test 1's budget.</summary>
public sealed class TuningRuns() : ShortRuns(TuningLab.Scenarios, TimeSpan.FromSeconds(10));
