using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Concurrency;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Tests.Runs;

namespace DroneDelivery.LoadTests.Tests.Concurrency;

/// <summary>
/// The claim of the concurrency study, on two cells, short: with a slow database blocked threads serve a fraction.
/// </summary>
[Collection(RunsCollection.Name)]
public sealed class ConcurrencyLabTests : IDisposable
{
    private static readonly TimeSpan Duration = TimeSpan.FromSeconds(4);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-concurrency-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task IoCreate_SlowDatabase_AsyncServesSeveralTimesWhatSyncDoes()
    {
        var cancelled = TestContext.Current.CancellationToken;
        var settings = new ConcurrencySettings(
            ConcurrencyLab.Choose(["sync", "unlimited", "io_create", "200ms"]),
            Duration,
            _folder.FullName,
            "dotnet test loadtests",
            LoadEngine.BuiltIn(TimeProvider.System));

        var (folders, failure) = await new ConcurrencySuite(settings, TimeProvider.System).RunAsync(Say, cancelled);

        Assert.Null(failure);
        var cells = await Task.WhenAll(folders.Select(folder => CellFigures.ReadAsync(folder, cancelled)));
        Assert.Equal([CallMode.Sync, CallMode.Unlimited], cells.Select(cell => cell.Cell.Mode));
        var (sync, unlimited) = (cells[0], cells[1]);
        Say(StudyText.Render(ConcurrencyStudy.Build(cells)));
        Assert.NotEqual(0, sync.Record.Load.Sent);
        Assert.True(unlimited.Successful > 3 * sync.Successful, $"async {unlimited.Successful}, sync {sync.Successful}");
        Assert.Equal(0, unlimited.Failed);
        Assert.All(cells, cell => Assert.Equal(0, cell.Record.Cosmos.ThrottledCalls));
    }

    [Fact]
    public async Task TwoEngines_OneCell_RunsItOnBothAndKeepsThemApart()
    {
        var builtIn = LoadEngine.BuiltIn(TimeProvider.System);
        var settings = new ConcurrencySettings(
            ConcurrencyLab.Choose(["unlimited", "io_create", "0ms"]),
            TimeSpan.FromSeconds(2),
            _folder.FullName,
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

    private static void Say(string line) => TestContext.Current.TestOutputHelper!.WriteLine(line);
}
