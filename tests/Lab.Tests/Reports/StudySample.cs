using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.Lab.Tests.AdviceMatrix;
using DroneDelivery.Lab.Tests.Caching;
using DroneDelivery.Lab.Tests.Capacity;
using DroneDelivery.Lab.Tests.Comparisons;
using DroneDelivery.Lab.Tests.Concurrency;
using DroneDelivery.Lab.Tests.GatewayCost;
using DroneDelivery.Lab.Tests.Overload;
using DroneDelivery.Lab.Tests.Partitions;
using DroneDelivery.Lab.Tests.ScaleOut;
using DroneDelivery.Lab.Tests.Soak;
using DroneDelivery.LoadTests.Insight.Reports.Pages;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.AdviceMatrix;
using DroneDelivery.LoadTests.Lab.Caching;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Comparisons;
using DroneDelivery.LoadTests.Lab.Concurrency;
using DroneDelivery.LoadTests.Lab.Engines;
using DroneDelivery.LoadTests.Lab.Folders;
using DroneDelivery.LoadTests.Lab.GatewayCost;
using DroneDelivery.LoadTests.Lab.Overload;
using DroneDelivery.LoadTests.Lab.Partitions;
using DroneDelivery.LoadTests.Lab.ScaleOut;
using DroneDelivery.LoadTests.Lab.Soak;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.Lab.Tests.Reports;

/// <summary>What a lab measured, as its own tests have it.</summary>
/// <param name="Name">The lab's; of a study that is no lab's own, what it is about.</param>
/// <param name="WriteAsync">Writes it into a folder, as the lab's command does.</param>
/// <param name="BuildAsync">Its study; a study that is not made of figures alone reads the folder.</param>
internal sealed record StudySample(string Name, Func<string, Task> WriteAsync, Func<string, Task<Study>> BuildAsync)
{
    public static IReadOnlyList<StudySample> All { get; } =
    [
        FromRecord(
            CapacityStudyTests.Record([CapacityStudyTests.Search(1)]) with { Envelope = Named(CapacityStudy.Name) },
            CapacityStudy.Build),
        FromRecord(CostStudyTests.Record with { Envelope = Named(CostStudy.Name) }, CostStudy.Build),
        FromRecord(ScaleTrials.Record, ScaleOutStudy.Build),
        FromRuns([OverloadRecords.WarmUp.Record, OverloadRecords.Data().Record], OverloadStudy.ReadAsync),
        FromRuns([SoakStudyTests.Run], SoakStudy.ReadAsync),
        FromRuns(
            [
                CachingStudyTests.Run(CachingLab.None, 10).Record,
                CachingStudyTests.Run(CachingLab.GatewayWarmed, 460).Record,
            ],
            CachingStudy.ReadAsync),
        FromRuns(
            [Cells.Record("sync-io_read-200ms", 10, 10, 10), Cells.Record("unlimited-io_read-200ms", 400, 400, 400)],
            ConcurrencyStudy.ReadAsync),
        FromRuns(
            [
                PartitionsStudyTests.Run("serial-5", 300),
                PartitionsStudyTests.Run("serial-20", 1_000),
                PartitionsStudyTests.Run("by-owner-5", 170),
            ],
            PartitionsStudy.ReadAsync),
        FromRuns(
            [
                MatrixFiguresTests.Run("base-1", 100),
                MatrixFiguresTests.Run("owner-key+slow-backend", 200),
                MatrixFiguresTests.Run("healthy-01", 100),
            ],
            MatrixStudy.ReadAsync),
        new(
            TuningLab.Name,
            folder => WriteAllAsync(folder, [SampleRecords.Baseline, SampleRecords.OwnerKey]),
            folder => RunPages.ReadAsync(
                RunFolders.All(folder), Path.Combine(folder, RunPages.Report), TestContext.Current.CancellationToken)),
        new(
            ComparisonStudy.Name,
            _ => Task.CompletedTask,
            _ => Task.FromResult(ComparisonStudy.Build(ComparisonStudyTests.Result(1.2, "mean > 5 %")))),
        new(
            "engines",
            _ => Task.CompletedTask,
            _ => Task.FromResult(EngineStudy.FromRecords([SampleRecords.OtherEngine, SampleRecords.Run], first: "built-in")!)),
    ];

    public static StudySample Find(string name) => All.Single(sample => sample.Name == name);

    private static StudyEnvelope Named(string lab) => SampleStudies.Envelope with { Lab = lab };

    private static StudySample FromRecord<T>(T record, Func<T, Study> build)
    {
        var study = build(record);
        return new(
            study.Envelope.Lab,
            folder => RecordFile.WriteAsync(
                record, RecordFile.PathIn(folder, study.Envelope.Lab), TestContext.Current.CancellationToken),
            _ => Task.FromResult(study));
    }

    private static StudySample FromRuns(
        IReadOnlyList<RunRecord> runs, Func<IReadOnlyList<RunFolder>, CancellationToken, Task<Study>> read) => new(
        runs[0].Manifest.Lab,
        folder => WriteAllAsync(folder, runs),
        folder => read(RunFolders.All(folder), TestContext.Current.CancellationToken));

    private static async Task WriteAllAsync(string folder, IReadOnlyList<RunRecord> runs)
    {
        foreach (var run in runs)
        {
            await new RunFolder(Path.Combine(folder, run.Manifest.Scenario))
                .WriteAsync(run, RunSamples.None, TestContext.Current.CancellationToken);
        }
    }
}
