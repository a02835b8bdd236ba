using DroneDelivery.LoadTests.Lab.Concurrency;

namespace DroneDelivery.LoadTests.Tests.Concurrency;

/// <summary>
/// The claim of the concurrency study, on two short cells: with a slow database, a service that blocks a thread for each call
/// (<c>sync</c>) serves less than a third of what it serves when it awaits them without a limit (<c>unlimited</c>).
/// </summary>
[Collection(MeasuredCollection.Name)]
public sealed class ConcurrencyLabTests : LabTest
{
    [Fact]
    public async Task IoCreate_SlowDatabase_AsyncServesSeveralTimesWhatSyncDoes()
    {
        await Lab.RunAsync(
            ConcurrencyCommand.Create(LabRun.Engine, TimeProvider.System),
            "--cells", "sync", "unlimited", "io_create", "200ms", "--seconds", "4");

        CellFigures[] cells = [await FiguresAsync("sync-io_create-200ms"), await FiguresAsync("unlimited-io_create-200ms")];
        var (sync, awaiting) = (cells[0], cells[1]);
        Assert.NotEqual(0, sync.Record.Load.Sent);
        Assert.True(awaiting.Successful > 3 * sync.Successful, $"async {awaiting.Successful}, sync {sync.Successful}");
        Assert.Equal(0, awaiting.Record.Load.NotSuccessful);
        Assert.All(cells, cell => Assert.Equal(0, cell.Record.Cosmos.ThrottledCalls));
    }

    private Task<CellFigures> FiguresAsync(string cell) =>
        CellFigures.ReadAsync(new RunFolder(Path.Combine(Lab.Folder, cell)), TestContext.Current.CancellationToken);
}
