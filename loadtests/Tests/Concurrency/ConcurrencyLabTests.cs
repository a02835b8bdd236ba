using DroneDelivery.LoadTests.Lab.Concurrency;

namespace DroneDelivery.LoadTests.Tests.Concurrency;

/// <summary>
/// The claims of the concurrency study, on short cells: with a slow database, a service that blocks a thread for each call
/// (<c>sync</c>) serves less than a third of what it serves when it awaits them without a limit (<c>unlimited</c>). A full
/// pool that refuses answers 503, and no request fails for another reason.
/// </summary>
[Collection(MeasuredCollection.Name)]
public sealed class ConcurrencyLabTests : LabTest
{
    [Fact]
    public async Task IoCreate_SlowDatabase_AsyncServesSeveralTimesWhatSyncDoesAndAFullPoolRefuses()
    {
        await Lab.RunAsync(
            ConcurrencyCommand.Create(LabRun.Engine, TimeProvider.System),
            "--cells", "sync", "refuse", "unlimited", "io_create", "200ms", "--seconds", "4");

        string[] modes = ["sync", "unlimited", "refuse"];
        var cells = await Task.WhenAll(modes.Select(mode => FiguresAsync($"{mode}-io_create-200ms")));
        var (sync, awaiting, refusing) = (cells[0], cells[1], cells[2]);
        Assert.NotEqual(0, sync.Record.Load.Sent);
        Assert.True(awaiting.Successful > 3 * sync.Successful, $"async {awaiting.Successful}, sync {sync.Successful}");
        // The number of requests without an answer at the end depends on how busy the machine is.
        Assert.Empty(awaiting.Record.Load.ErrorsByReason);
        Assert.NotEqual(0, refusing.Successful);
        Assert.NotEqual(0, refusing.Refused);
        Assert.Equal(refusing.Record.Load.ClientErrors, refusing.Refused);
        Assert.All(cells, cell => Assert.Equal(0, cell.Record.Cosmos.ThrottledCalls));
    }

    private Task<CellFigures> FiguresAsync(string cell) =>
        CellFigures.ReadAsync(new RunFolder(Path.Combine(Lab.Folder, cell)), TestContext.Current.CancellationToken);
}
