using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Queries;

/// <summary>A run written to a folder of its own and open for questions.</summary>
internal sealed class StoredRun : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-query-");

    private StoredRun(RunRecord record, RunSamples samples)
    {
        Folder = new RunFolder(_folder.FullName);
        RunDatabaseWriter.Write(Folder.DatabaseFile, record, samples, TestContext.Current.CancellationToken);
        Database = RunDatabase.OpenRead(Folder);
    }

    public RunFolder Folder { get; }

    public RunDatabase Database { get; }

    public static StoredRun FromSamples(RunSamples samples, RunRecord? record = null, string route = TraceBuilder.Route) => new(
        (record ?? SampleRecords.Run) with { Operation = OperationRecord.FromSamples(samples, route) }, samples);

    public static StoredRun FromTraces(params TraceBuilder[] traces) =>
        FromSamples(RunSamples.None with { Spans = [.. traces.SelectMany(trace => trace.Spans)] });

    public void Dispose()
    {
        Database.Dispose();
        _folder.Delete(recursive: true);
    }
}
