using DroneDelivery.Gateway.Plans;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Limits.Shared;

/// <summary>What a gateway does in the background for the limits that all gateways count together.</summary>
public sealed class SharedLimitsServiceTests : IAsyncLifetime
{
    private const int Taken = 8;

    private static readonly TimeSpan Sweep = TimeSpan.FromMilliseconds(250);
    private static readonly Plan Slow = new("slow") { RequestsPerSecond = 0.001, Burst = 100_000 };

    private readonly ManualTimeProvider _time = new();
    private RedisServer _server = null!;
    private SharedGateway _one = null!;
    private SharedGateway _other = null!;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        _server = await RedisServer.StartAsync();
        _one = new SharedGateway(_server.Address, _time, usesRedisTime: false);
        _other = new SharedGateway(_server.Address, _time, usesRedisTime: false);
    }

    public async ValueTask DisposeAsync()
    {
        await _one.DisposeAsync();
        await _other.DisposeAsync();
        await _server.DisposeAsync();
    }

    [Fact(Timeout = 300_000)]
    public async Task StartAndStop_OtherGateways_CountItAndHaveItsTokens()
    {
        await _one.Limits.StartAsync(Cancelled);
        await _other.Limits.RegisterAsync();
        Assert.Equal(2, _other.Group.Members);
        await TakeAsync();

        await _one.Limits.StopAsync(Cancelled);

        await _other.Limits.RegisterAsync();
        Assert.Equal(1, _other.Group.Members);
        Assert.Equal(Slow.Burst - Taken - 1, (await _other.EnterAsync(Slow)).Remaining);
    }

    [Fact(Timeout = 300_000)]
    public async Task Sweeps_HolderIsIdle_ItsTokensAreReturned()
    {
        await _one.Limits.StartAsync(Cancelled);
        await TakeAsync();

        // Each look takes a token of its own.
        for (var looks = 1; (await _other.EnterAsync(Slow)).Remaining < Slow.Burst - Taken - looks; looks++)
        {
            await _other.Limits.GiveBackAsync(all: true);
            _time.Advance(Sweep);
        }
    }

    [Fact(Timeout = 300_000)]
    public async Task Sweeps_RedisIsBack_GatewayIsRegisteredAgain()
    {
        await _one.Limits.StartAsync(Cancelled);
        await _server.KillAsync();
        await _one.Limits.RegisterAsync();
        Assert.True(_one.Limits.AreLocal);

        await _server.RunAsync();
        // Each ask takes as long as an answer of Redis, or as finding that there is none.
        while (_one.Limits.AreLocal)
        {
            _time.Advance(Sweep);
            await _one.Redis.UntilAnsweredAsync(() => _one.Redis.Connection.AskAsync(redis => redis.PingAsync(), Cancelled));
        }
    }

    /// <summary>Requests at once, so that more tokens are leased than they take.</summary>
    private async Task TakeAsync()
    {
        var decisions = await Task.WhenAll(Enumerable.Range(0, Taken).Select(_ => _one.EnterAsync(Slow).AsTask()));
        Assert.All(decisions, decision => Assert.False(decision.IsRefused));
    }
}
