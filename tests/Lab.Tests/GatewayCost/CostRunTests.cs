using System.Diagnostics;
using DroneDelivery.Lab.Tests.Http;
using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.Lab.Tests.GatewayCost;

public sealed class CostRunTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-cost-");

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>A quarter of an hour of trials is not lost because the last target dies.</summary>
    [Fact]
    public async Task RunAsync_TargetDiesInTheSecondRound_KeepsTheTrialsAndSaysWhy()
    {
        await using var server = await StubServer.StartAsync();
        var ended = Task.CompletedTask;
        var target = new CostTarget("stub", "stub", (_, _) => Task.FromResult(new RunningTarget(new Uri(server.Address), null)));
        var second = TimeSpan.FromSeconds(2);

        var record = await new CostRun(
            new CostRequest([target], Rounds: 3, second, WarmUp: second, OpenRate: 50, "gateway-cost"),
            line => ended = line.StartsWith("1 of 3", StringComparison.Ordinal) ? server.DisposeAsync().AsTask() : ended,
            TimeProvider.System).RunAsync(_folder.FullName, TestContext.Current.CancellationToken);

        await ended;
        Assert.NotNull(record.Envelope.Failure);
        Assert.Equal((1, 0L), (record.Open[0].Round, record.Open[0].Failed));
        Assert.InRange(record.Closed.Count, 1, 2);
    }

    /// <summary>Each request changes the file, so that there are writes however few requests a busy machine allows.</summary>
    [Fact]
    public async Task RunAsync_WritesAreWatched_HasThemOfEachTrial()
    {
        await using var server = await StubServer.StartAsync();
        var database = Path.Combine(_folder.FullName, "stub.db");
        await File.WriteAllTextAsync($"{database}-wal", "", TestContext.Current.CancellationToken);
        var target = new CostTarget("usage-1", "stub", (_, _) => Task.FromResult(
            new RunningTarget(new Uri(server.Address), null) { Database = database }));
        var second = TimeSpan.FromSeconds(1);
        server.BeforeAnswer = _ =>
        {
            File.SetLastWriteTimeUtc($"{database}-wal", TimeProvider.System.GetUtcNow().UtcDateTime);
            return Task.CompletedTask;
        };

        var record = await new CostRun(
            new CostRequest([target], Rounds: 1, second, WarmUp: second, OpenRate: 200, "gateway-cost")
            {
                Connections = 1,
                WatchesWrites = true,
            },
            _ => { },
            TimeProvider.System).RunAsync(_folder.FullName, TestContext.Current.CancellationToken);

        Assert.Equal((1, "the lab's engine"), (record.Connections, record.ClosedGenerator));
        Assert.All(record.Closed.Concat(record.Open), trial => Assert.InRange(trial.Writes!.Count, 1, int.MaxValue));
    }

    /// <summary>A proxy whose backend is gone goes on answering: with errors, which are cheap.</summary>
    [Fact]
    public async Task RunAsync_BackendDiesInTheFirstRound_EndsAndSaysWhich()
    {
        await using var proxy = await StubServer.StartAsync();
        var backend = 0;
        var target = new CostTarget("stub", "stub", (system, _) =>
        {
            backend = system.BackendProcessId;
            return Task.FromResult(new RunningTarget(new Uri(proxy.Address), null));
        });
        var second = TimeSpan.FromSeconds(2);

        var record = await new CostRun(
            new CostRequest([target], Rounds: 100, second, WarmUp: second, OpenRate: 50, "gateway-cost"),
            line =>
            {
                if (line.StartsWith("1 of 100", StringComparison.Ordinal))
                {
                    Process.GetProcessById(backend).Kill();
                }
            },
            TimeProvider.System).RunAsync(_folder.FullName, TestContext.Current.CancellationToken);

        Assert.StartsWith("backend stopped with exit code", record.Envelope.Failure, StringComparison.Ordinal);
        Assert.InRange(record.Closed.Count, 1, 99);
        Assert.False(record.Envelope.Interrupted);
    }
}
