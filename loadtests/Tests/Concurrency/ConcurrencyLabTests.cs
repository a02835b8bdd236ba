using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Concurrency;
using DroneDelivery.LoadTests.Tests.Runs;

namespace DroneDelivery.LoadTests.Tests.Concurrency;

/// <summary>
/// The claim of the concurrency study, on two short cells: with a slow database, blocked threads serve less than a third.
/// </summary>
[Collection(MeasuredCollection.Name)]
public sealed class ConcurrencyLabTests : LabTest
{
    [Fact]
    public async Task IoCreate_SlowDatabase_AsyncServesSeveralTimesWhatSyncDoes()
    {
        await Lab.RunAsync(
            ConcurrencyCommand.Create(LabRun.Engine, LabRun.Project, TimeProvider.System),
            "--cells", "sync", "unlimited", "io_create", "200ms", "--seconds", "4");

        CellFigures[] cells = [await FiguresAsync("sync-io_create-200ms"), await FiguresAsync("unlimited-io_create-200ms")];
        var (sync, unlimited) = (cells[0], cells[1]);
        Assert.NotEqual(0, sync.Record.Load.Sent);
        Assert.True(unlimited.Successful > 3 * sync.Successful, $"async {unlimited.Successful}, sync {sync.Successful}");
        Assert.Equal(0, unlimited.Failed);
        Assert.All(cells, cell => Assert.Equal(0, cell.Record.Cosmos.ThrottledCalls));
    }

    [Fact]
    public async Task TwoEngines_OneCell_RunsItOnBothAndKeepsThemApart()
    {
        var builtIn = LabRun.Engine;
        var settings = new ConcurrencySettings(
            ConcurrencyLab.Choose(["unlimited", "io_create", "0ms"]),
            TimeSpan.FromSeconds(1),
            Lab.Runs,
            "dotnet test loadtests",
            builtIn with { Name = "another" })
        {
            ComparedWith = builtIn,
        };

        var (folders, failure) =
            await new ConcurrencySuite(settings, TimeProvider.System).RunAsync(Say, TestContext.Current.CancellationToken);

        Assert.Null(failure);
        var records = await Task.WhenAll(folders.Select(folder => folder.ReadRecordAsync(TestContext.Current.CancellationToken)));
        Assert.Equal(["built-in", "another"], records.Select(record => record.Manifest.Engine));
        Assert.Equal(2, folders.Select(folder => folder.Path).Distinct().Count());
        Assert.All(records, record => Assert.NotEqual(0, record.Load.Successful));
    }

    private Task<CellFigures> FiguresAsync(string cell) =>
        CellFigures.ReadAsync(new RunFolder(Path.Combine(Lab.Folder, cell)), TestContext.Current.CancellationToken);

    private static void Say(string line) => TestContext.Current.TestOutputHelper!.WriteLine(line);
}
