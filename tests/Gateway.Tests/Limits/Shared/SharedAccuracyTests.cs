using DroneDelivery.Gateway.Plans;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Limits.Shared;

/// <summary>Keys that ask two gateways for half as much again as their plan, for 30 s of a clock that the test moves.</summary>
public sealed class SharedAccuracyTests
{
    private const int Seconds = 30;

    [Theory(Timeout = 300_000)]
    [InlineData(40, 10, 10)]
    [InlineData(2, 200, 20)]
    public async Task Keys_AskingTwoGateways_GetNoMoreThanTheirPlanAndNoLessThan99Percent(int keys, int perSecond, int burst)
    {
        await using var server = await RedisServer.StartAsync();
        var time = new ManualTimeProvider();
        await using var one = new SharedGateway(server.Address, time, usesRedisTime: false);
        await using var other = new SharedGateway(server.Address, time, usesRedisTime: false);

        // Redis removes a bucket by its own clock once it is full by that clock: with a daily quota, not before two days have passed.
        var plan = new Plan("metered") { RequestsPerSecond = perSecond, Burst = burst, RequestsPerDay = 10_000_000 };
        var random = new Random(6);
        var accepted = new int[keys];

        for (var i = 0; i < Seconds * perSecond * 3 / 2; i++)
        {
            await Task.WhenAll(Enumerable.Range(0, keys).Select(async key =>
                accepted[key] += (await (random.Next(2) == 0 ? one : other).EnterAsync(plan, $"key-{key}")).IsRefused ? 0 : 1));
            time.Advance(TimeSpan.FromSeconds(1) / (perSecond * 1.5));
            if (i % (perSecond / 2) == 0)
            {
                await Task.WhenAll(one.Limits.GiveBackAsync(all: false), other.Limits.GiveBackAsync(all: false));
            }
        }

        var allowed = Seconds * perSecond;
        Assert.All(accepted, count => Assert.InRange(count - burst, (int)Math.Ceiling(allowed * 0.99), allowed));
    }
}
