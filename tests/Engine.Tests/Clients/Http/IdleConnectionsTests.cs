using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace DroneDelivery.Engine.Tests.Clients.Http;

public sealed class IdleConnectionsTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Open_Server_HoldsAllUntilDisposed(bool tls)
    {
        await using var server = await KestrelServer.StartAsync(HttpProtocols.Http1, tls, _ => Task.CompletedTask);
        var idle = new IdleConnections(server.Address, acceptAnyCertificate: true, TimeProvider.System);

        await idle.OpenAsync(30, 10_000, Cancelled);
        var (held, counts) = (idle.Held, idle.Counts);
        await idle.DisposeAsync();

        Assert.Equal((30, new ClientCounts(30, tls ? 30 : 0, 0)), (held, counts));
        Assert.Equal((0, 0), (idle.Held, idle.Refused));
    }

    [Fact]
    public async Task Open_AtARate_TakesItsTime()
    {
        await using var server = new ScriptedServer(connection => connection.ReadHeadAsync());
        var clock = new ManualTimeProvider();
        await using var idle = new IdleConnections(server.Address, acceptAnyCertificate: false, clock);

        var opening = idle.OpenAsync(3, 10, Cancelled);
        clock.Advance(TimeSpan.FromSeconds(0.1));
        var tooEarly = opening.IsCompleted;
        clock.Advance(TimeSpan.FromSeconds(0.1));
        await opening;

        Assert.Equal((false, 3L), (tooEarly, idle.Held));
    }

    [Fact]
    public async Task Open_ConnectionsThatTheServerCloses_AreNoLongerHeld()
    {
        var go = new TaskCompletionSource();
        var (lost, bothLost) = (0, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        await using var server = new ScriptedServer(connection => connection.Number % 2 == 0 ? connection.ReadHeadAsync() : go.Task);
        await using var idle = new IdleConnections(server.Address, acceptAnyCertificate: false, TimeProvider.System)
        {
            ConnectionLost = () =>
            {
                if (Interlocked.Increment(ref lost) == 2)
                {
                    bothLost.SetResult();
                }
            },
        };

        await idle.OpenAsync(4, 10_000, Cancelled);
        var heldBefore = idle.Held;
        go.SetResult();
        await bothLost.Task.WaitAsync(Cancelled);

        Assert.Equal((4, 2, 0), (heldBefore, idle.Held, idle.Refused));
    }

    [Fact]
    public async Task Open_NobodyListens_CountsTheRefused()
    {
        using var port = new UnansweredPort();
        await using var idle = new IdleConnections(port.Address, acceptAnyCertificate: false, TimeProvider.System);

        await idle.OpenAsync(2, 10_000, Cancelled);

        Assert.Equal((0, 2), (idle.Held, idle.Refused));
    }
}
