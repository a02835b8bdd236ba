using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.TestSupport;
using static DroneDelivery.Engine.Tests.Clients.Http1Exchanges;

namespace DroneDelivery.Engine.Tests.Clients;

/// <summary>Requests that wait: for a connection, for an answer, until they are cancelled or late.</summary>
public sealed class Http1WaitingTests
{
    [Fact]
    public async Task Send_MoreRequestsThanConnections_TakeTurns()
    {
        var arrived = new SemaphoreSlim(0);
        var go = new SemaphoreSlim(0);
        await using var server = new ScriptedServer(async connection =>
        {
            for (var head = await connection.ReadHeadAsync(); head.Length > 0; head = await connection.ReadHeadAsync())
            {
                arrived.Release();
                await go.WaitAsync(connection.Stop);
                await connection.SendAsync(Ok);
            }
        });
        using var client = Client(new HttpLoadOptions { Connections = 2 });

        var requests = Enumerable.Range(0, 5).Select(_ => GetAsync(client, server)).ToList();
        await arrived.WaitAsync(Cancelled);
        await arrived.WaitAsync(Cancelled);
        var arrivedTooEarly = arrived.CurrentCount;
        go.Release(5);
        var outcomes = await Task.WhenAll(requests);

        Assert.Equal((0, 2), (arrivedTooEarly, server.Connections));
        Assert.All(outcomes, outcome => Assert.Equal(new RequestOutcome(200, null, 2), outcome));
    }

    [Fact]
    public async Task Send_NoAnswerInTime_IsATimeoutAndTheNextHasAnotherConnection()
    {
        var asked = new TaskCompletionSource();
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadHeadAsync();
            asked.TrySetResult();
            await (connection.Number == 1 ? connection.ReadHeadAsync() : connection.SendAsync(Ok));
        });
        var clock = new ManualTimeProvider();
        using var client = new HttpLoadClient(1, TimeSpan.FromSeconds(2), clock);

        var pending = GetAsync(client, server);
        await asked.Task;
        clock.Advance(TimeSpan.FromSeconds(1.999));
        var early = pending.IsCompleted;
        clock.Advance(TimeSpan.FromSeconds(0.002));
        var outcome = await pending;

        Assert.Equal((false, RequestOutcome.TimedOut), (early, outcome.FailureReason));
        Assert.Equal(new RequestOutcome(200, null, 2), await GetAsync(client, server));
        Assert.Equal(2, server.Connections);
    }

    [Fact]
    public async Task Send_NoConnectionFreeInTime_IsATimeout()
    {
        var asked = new TaskCompletionSource();
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadHeadAsync();
            asked.TrySetResult();
            await connection.ReadHeadAsync();
        });
        var clock = new ManualTimeProvider();
        using var client = new HttpLoadClient(1, TimeSpan.FromSeconds(2), clock);

        var first = GetAsync(client, server);
        await asked.Task;
        var second = GetAsync(client, server);
        clock.Advance(TimeSpan.FromSeconds(2));

        Assert.Equal([RequestOutcome.TimedOut, RequestOutcome.TimedOut], [(await first).Error!, (await second).Error!]);
    }

    [Fact]
    public async Task Send_ConnectionFreeJustBeforeTheTimeout_StillTimesOutInTime()
    {
        var asked = new SemaphoreSlim(0);
        var answer = new SemaphoreSlim(0);
        await using var server = new ScriptedServer(async connection =>
        {
            for (var head = await connection.ReadHeadAsync(); head.Length > 0; head = await connection.ReadHeadAsync())
            {
                asked.Release();
                if (head.StartsWith("GET /answered ", StringComparison.Ordinal))
                {
                    await answer.WaitAsync(connection.Stop);
                    await connection.SendAsync(Ok);
                }
            }
        });
        var clock = new ManualTimeProvider();
        using var client = new HttpLoadClient(2, TimeSpan.FromSeconds(2), clock);
        var answered = client.SendAsync(PreparedRequest.Get(new Uri(server.Address, "/answered")), Cancelled).AsTask();
        await asked.WaitAsync(Cancelled);
        var stuck = GetAsync(client, server);
        await asked.WaitAsync(Cancelled);

        clock.Advance(TimeSpan.FromSeconds(0.1));
        var waiting = GetAsync(client, server);
        clock.Advance(TimeSpan.FromSeconds(1.8));
        answer.Release();
        await answered;
        await asked.WaitAsync(Cancelled);
        var later = GetAsync(client, server);
        clock.Advance(TimeSpan.FromSeconds(0.1));
        await stuck;
        await asked.WaitAsync(Cancelled);
        clock.Advance(TimeSpan.FromSeconds(0.1));

        Assert.Equal(RequestOutcome.TimedOut, (await waiting).FailureReason);
        Assert.False(later.IsCompleted, "the later request has time left");
    }

    [Fact]
    public async Task Send_Cancelled_ThrowsAndTheNextHasAnotherConnection()
    {
        var asked = new TaskCompletionSource();
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadHeadAsync();
            asked.TrySetResult();
            await (connection.Number == 1 ? connection.ReadHeadAsync() : connection.SendAsync(Ok));
        });
        using var client = Client(new HttpLoadOptions { Connections = 1 });
        using var cancellation = new CancellationTokenSource();

        var pending = client.SendAsync(PreparedRequest.Get(server.Address), cancellation.Token).AsTask();
        var waiting = client.SendAsync(PreparedRequest.Get(server.Address), cancellation.Token).AsTask();
        await asked.Task;
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => pending);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        Assert.Equal(new RequestOutcome(200, null, 2), await GetAsync(client, server));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => client.SendAsync(PreparedRequest.Get(server.Address), cancellation.Token).AsTask());
    }

    /// <summary>On a kept connection, it is not sent again.</summary>
    [Theory(Timeout = 300_000)]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Dispose_RequestUnderWay_FailsIt(bool onKeptConnection)
    {
        var asked = new TaskCompletionSource();
        await using var server = new ScriptedServer(async connection =>
        {
            if (onKeptConnection)
            {
                await connection.ReadHeadAsync();
                await connection.SendAsync(Ok);
            }

            await connection.ReadHeadAsync();
            asked.TrySetResult();
            await connection.ReadHeadAsync();
        });
        var client = Client();
        if (onKeptConnection)
        {
            await GetAsync(client, server);
        }

        var pending = GetAsync(client, server);
        await asked.Task;
        client.Dispose();

        Assert.NotNull((await pending).FailureReason);
        Assert.Equal((1, 0), (server.Connections, client.Counts.Retries));
    }
}
