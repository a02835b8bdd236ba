using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Lab.Progress;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using Spectre.Console;

namespace DroneDelivery.LoadTests.Tests.Tuning;

/// <summary>The four tuning tests, run once, short, on the whole system; the tests look at what came of them.</summary>
public sealed class TuningRuns : IAsyncLifetime
{
    /// <summary>Long enough for the steps of the staircase to exhaust test 1's budget.</summary>
    private static readonly TimeSpan Duration = TimeSpan.FromSeconds(10);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-tuning-");
    private readonly Dictionary<string, RunRecord> _records = [];
    private readonly Dictionary<string, IReadOnlyList<SpanRecord>> _spans = [];

    public IReadOnlyList<RunFolder> Folders { get; private set; } = [];

    public RunRecord Record(TuningScenario scenario) => _records[scenario.Name];

    public ScenarioFigures Figures(TuningScenario scenario) => ScenarioFigures.From(Record(scenario));

    public Waterfall WaterfallOf(TuningScenario scenario)
    {
        var trace = WaterfallSelector.Select(TraceTree.BuildAll(_spans[scenario.Name]));
        Assert.NotNull(trace);
        return Waterfall.Of(trace);
    }

    public async ValueTask InitializeAsync()
    {
        var settings = new LabSettings(
            TuningLab.Scenarios,
            SimulationProfile.Load(SimulationProfile.Default),
            Duration,
            _folder.FullName,
            "dotnet test loadtests",
            LoadEngine.BuiltIn(TimeProvider.System));
        var suite = new TuningSuite(settings, TimeProvider.System);
        var progress = new LabProgress(AnsiConsole.Console, TimeProvider.System);
        (Folders, var failure) = await suite.RunAsync(progress, TestContext.Current.CancellationToken);
        Assert.Null(failure);
        foreach (var folder in Folders)
        {
            var record = await folder.ReadRecordAsync(TestContext.Current.CancellationToken);
            _records[record.Manifest.Scenario] = record;
            _spans[record.Manifest.Scenario] = await folder.ReadSpansAsync(TestContext.Current.CancellationToken);
        }
    }

    public ValueTask DisposeAsync()
    {
        _folder.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }
}
