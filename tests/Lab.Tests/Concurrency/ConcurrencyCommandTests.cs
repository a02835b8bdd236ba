using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Concurrency;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.Lab.Tests.Concurrency;

/// <summary>What needs no running service: wrong options, and the tables of cells that were run.</summary>
public sealed class ConcurrencyCommandTests : IDisposable
{
    private readonly StoredRuns _runs = new();

    public void Dispose() => _runs.Dispose();

    [Theory]
    [InlineData("There is no cell 'io_write'. Cells are chosen by sync, pool,", "--cells", "io_write")]
    [InlineData("--seconds must be a number from 1 to 3600; it is '0'.", "--seconds", "0")]
    [InlineData("--seconds must be a number from 1 to 3600; it is 'soon'.", "--seconds", "soon")]
    public async Task Option_Wrong_IsToldInOneLineAsync(string expected, params string[] arguments)
    {
        var run = await RunAsync(arguments);

        Assert.NotEqual(0, run.ExitCode);
        Assert.StartsWith(expected, run.Error.Split('\n')[0]);
    }

    [Fact]
    public async Task From_FolderOfCells_WritesTheirReportAndFiguresAsync()
    {
        await _runs.WriteAsync("cells/sync", CellOf("sync-io_read-200ms"));
        await _runs.WriteAsync("cells/unlimited", CellOf("unlimited-io_read-200ms"));

        var run = await RunAsync("--from", _runs.In("cells"), "--json", _runs.In("cells.json"));

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("async, unlimited", await ReadAsync("cells/report.html"));
        Assert.Contains("\"unlimited-io_read-200ms\"", await ReadAsync("cells.json"));
    }

    [Fact]
    public async Task From_RunOfAnotherLab_IsRefusedAsync()
    {
        var folder = await _runs.WriteAsync("tuning");

        var refusal = await Assert.ThrowsAsync<LabException>(() => RunAsync("--from", folder));

        Assert.Contains("tuning baseline is no cell", refusal.Message);
    }

    private Task<string> ReadAsync(string file) => File.ReadAllTextAsync(_runs.In(file), TestContext.Current.CancellationToken);

    private static RunRecord CellOf(string cell)
    {
        var record = Insight.Tests.Samples.SampleRecords.Run;
        return record with { Manifest = record.Manifest with { Lab = ConcurrencyLab.Name, Scenario = cell } };
    }

    private static Task<CommandRun> RunAsync(params string[] arguments) => CommandRun.OfAsync(
        ConcurrencyCommand.Create(LoadEngine.BuiltIn(TimeProvider.System), "loadtests/Lab", TimeProvider.System), arguments);
}
