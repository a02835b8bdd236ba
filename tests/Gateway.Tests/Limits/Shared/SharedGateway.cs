using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults.Tests.Redis;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Gateway.Tests.Limits.Shared;

/// <summary>The limits of one of several gateways, with a connection of its own to the one Redis.</summary>
internal sealed class SharedGateway : IAsyncDisposable
{
    private readonly LoggerFactory _logs;

    /// <param name="address">Of Redis.</param>
    /// <param name="time">The gateway's clock.</param>
    /// <param name="usesRedisTime">Else tokens grow by the gateway's clock too, which a test advances.</param>
    public SharedGateway(string address, ManualTimeProvider time, bool usesRedisTime)
    {
        _logs = new LoggerFactory([Warnings]);
        Redis = new TestRedis(address);
        Group = new GatewayGroup(_logs.CreateLogger<GatewayGroup>());
        var leases = new LeaseClient(Redis.Connection, time, usesRedisTime ? null : () => MicrosecondsOf(time));
        Limits = new SharedLimits(Group, leases, time);
    }

    public TestRedis Redis { get; }

    public GatewayGroup Group { get; }

    public SharedLimits Limits { get; }

    public RecordedWarnings Warnings { get; } = new();

    public ValueTask<LimitDecision> EnterAsync(Plan plan, string key = "a", int weight = 1) =>
        Limits.ForCaller(new Caller("", key, plan)).EnterAsync(weight, TestContext.Current.CancellationToken);

    /// <summary>How many of so many requests are let through.</summary>
    public async Task<int> CountAsync(Plan plan, int requests, string key = "a", int weight = 1)
    {
        var accepted = 0;
        for (var i = 0; i < requests; i++)
        {
            accepted += (await EnterAsync(plan, key, weight)).IsRefused ? 0 : 1;
        }

        return accepted;
    }

    /// <summary>Meets until Redis has been found: only its client knows when it looks for it.</summary>
    public async Task UntilTogetherAsync()
    {
        await Limits.RegisterAsync();
        while (Limits.AreLocal)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(20), TestContext.Current.CancellationToken);
            await Limits.RegisterAsync();
        }
    }

    public async ValueTask DisposeAsync()
    {
        Limits.Dispose();
        _logs.Dispose();
        await Redis.DisposeAsync();
    }

    private static long MicrosecondsOf(ManualTimeProvider time) =>
        (time.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond;
}
