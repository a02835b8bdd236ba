using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Limits.Shared;

public sealed class SharedLimitsTests : IAsyncLifetime
{
    private static readonly Plan Slow = new("slow") { RequestsPerSecond = 0.001, Burst = 10 };
    private static readonly Plan Daily = new("daily") { RequestsPerDay = 10 };

    private readonly ManualTimeProvider _time = new();
    private readonly List<SharedGateway> _gateways = [];
    private RedisServer _server = null!;

    public async ValueTask InitializeAsync() => _server = await RedisServer.StartAsync();

    public async ValueTask DisposeAsync()
    {
        foreach (var gateway in _gateways)
        {
            await gateway.DisposeAsync();
        }

        await _server.DisposeAsync();
    }

    [Fact(Timeout = 30_000)]
    public async Task Bucket_TwoGatewaysWhoseClocksDiffer_IsOne()
    {
        var one = Start();
        var late = Start(time: new ManualTimeProvider(_time.GetUtcNow() + TimeSpan.FromHours(1)));

        Assert.Equal(4, await one.CountAsync(Slow, 4));
        await one.Limits.GiveBackAsync(all: true);
        Assert.Equal(6, await late.CountAsync(Slow, 20));

        var refused = await late.EnterAsync(Slow);
        Assert.Equal(LimitKind.Rate, refused.Refused);
        Assert.InRange(refused.RetryAfter.TotalSeconds, 900, 1_000);
    }

    [Fact(Timeout = 30_000)]
    public async Task Tokens_NotUsedByOneGateway_CanBeHadFromTheOther()
    {
        var (one, other) = (Start(), Start());
        var plan = Slow with { Burst = 100 };
        var asked = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => one.EnterAsync(plan).AsTask()));
        Assert.All(asked, decision => Assert.False(decision.IsRefused));
        Assert.Equal(8, await one.CountAsync(plan, 8));

        await one.Limits.GiveBackAsync(all: false);
        await one.Limits.GiveBackAsync(all: false);

        Assert.Equal(84, await other.CountAsync(plan, 90));
    }

    [Fact(Timeout = 30_000)]
    public async Task Quota_UsedAtTwoGateways_IsUsedForAThirdThatStartsLater()
    {
        var (one, other) = (Start(usesRedisTime: false), Start(usesRedisTime: false));
        Assert.Equal(3, await one.CountAsync(Daily, 3));
        await one.Limits.GiveBackAsync(all: true);

        Assert.Equal(7, await other.CountAsync(Daily, 9));

        var later = Start(usesRedisTime: false);
        Assert.Equal(new LimitDecision(LimitKind.Day, TimeSpan.FromDays(1), 0, 0), await later.EnterAsync(Daily));
        _time.Advance(TimeSpan.FromDays(1));
        Assert.Equal(10, await later.CountAsync(Daily, 12));
    }

    [Fact(Timeout = 30_000)]
    public async Task Redis_Lost_EachGatewayKeepsItsShareSaysSoOnceAndIsBackByItself()
    {
        var (one, other) = (Start(), Start());
        await MeetAsync(one, other);
        await _server.KillAsync();

        Assert.Equal(5, await one.CountAsync(Slow, 12));
        Assert.True(one.Limits.IsAlone);
        Assert.Equal(5, await one.CountAsync(Slow, 12, key: "b"));
        Assert.Equal(
            "Redis was lost: until it is back this gateway keeps limits by itself, 1/2 of each plan",
            Assert.Single(one.Warnings.Lines));

        await _server.RunAsync();
        await one.UntilTogetherAsync();
        Assert.Equal(10, await one.CountAsync(Slow, 12, key: "c"));
        Assert.Single(one.Warnings.Lines);
    }

    [Fact(Timeout = 30_000)]
    public async Task Quota_UsedWhileRedisWasLost_IsNotForgotten()
    {
        var one = Start(usesRedisTime: false);
        Assert.Equal(4, await one.CountAsync(Daily, 4));
        await one.Limits.GiveBackAsync(all: true);
        await _server.KillAsync();
        await one.Limits.MeetAsync();
        Assert.Equal(3, await one.CountAsync(Daily, 3));

        await _server.RunAsync();
        await one.UntilTogetherAsync();

        Assert.Equal(3, await one.CountAsync(Daily, 12));
    }

    [Fact(Timeout = 30_000)]
    public async Task Concurrency_OfTwoGateways_IsHalfForEach()
    {
        var (one, other) = (Start(), Start());
        await MeetAsync(one, other);

        var plan = new Plan("wide") { Concurrency = 6 };
        Assert.Equal((3, 3), (await one.CountAsync(plan, 9), await other.CountAsync(plan, 9)));
    }

    /// <summary>The first then knows of the second too.</summary>
    private static async Task MeetAsync(SharedGateway one, SharedGateway other)
    {
        await one.Limits.MeetAsync();
        await other.Limits.MeetAsync();
        await one.Limits.MeetAsync();
    }

    private SharedGateway Start(bool usesRedisTime = true, ManualTimeProvider? time = null)
    {
        var gateway = new SharedGateway(_server.Address, time ?? _time, usesRedisTime);
        _gateways.Add(gateway);
        return gateway;
    }
}
