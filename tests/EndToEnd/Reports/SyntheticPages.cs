using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Reports.Pages;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.EndToEnd.Reports;

/// <summary>The pages of a synthetic run of the four tests, with everything kept that there is to keep.</summary>
/// <param name="seconds">Of load, for each test.</param>
/// <param name="tracesOfEach">Traces kept, for each test.</param>
public abstract class SyntheticPages(int seconds, int tracesOfEach) : IAsyncLifetime
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-report-");

    public async ValueTask InitializeAsync()
    {
        var folders = new List<RunFolder>();
        foreach (var scenario in TuningLab.Scenarios)
        {
            var run = new SyntheticRun(scenario, seconds);
            var folder = new RunFolder(Path.Combine(_folder.FullName, scenario.Name));
            var samples = SyntheticSamples.Create(run, seconds, tracesOfEach);
            var record = run.Record() with { Operation = OperationRecord.FromSamples(samples, TraceBuilder.Route) };
            await folder.WriteAsync(record, samples, TestContext.Current.CancellationToken);
            folders.Add(folder);
        }

        var page = FileOf(ReportKind.AllRuns);
        var study = await RunPages.ReadAsync(folders, page, TestContext.Current.CancellationToken);
        await StudyHtml.WriteAsync(study, page, TestContext.Current.CancellationToken);
    }

    public ValueTask DisposeAsync()
    {
        _folder.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }

    internal string FileOf(ReportKind kind) => kind switch
    {
        ReportKind.OneRun => Path.Combine(_folder.FullName, TuningLab.Baseline.Name, RunPages.Report),
        ReportKind.Comparison => Path.Combine(_folder.FullName, RunPages.Comparison),
        _ => Path.Combine(_folder.FullName, RunPages.Report),
    };

    internal string AddressOf(ReportKind kind) => new Uri(FileOf(kind)).AbsoluteUri;
}

public enum ReportKind
{
    OneRun,
    AllRuns,
    Comparison,
}
