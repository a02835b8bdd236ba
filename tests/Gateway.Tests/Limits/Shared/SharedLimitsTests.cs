using DroneDelivery.Gateway.Keys;
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

    [Fact(Timeout = 300_000)]
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

    [Fact(Timeout = 300_000)]
    public async Task Tokens_NotUsedByOneGateway_AreAvailableToTheOther()
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

    [Fact(Timeout = 300_000)]
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

    [Fact(Timeout = 300_000)]
    public async Task Redis_Lost_EachGatewayKeepsItsShareSaysSoOnceAndIsBackByItself()
    {
        var (one, other) = (Start(usesRedisTime: false), Start(usesRedisTime: false));
        await RegisterAsync(one, other);
        await _server.KillAsync();

        Assert.Equal(5, await one.CountAsync(Slow, 12));
        Assert.True(one.Limits.AreLocal);
        Assert.Equal(5, await one.CountAsync(Slow, 12, key: "b"));
        Assert.Equal(
            "Redis was lost: until it is available this gateway counts limits alone, with 1/2 of each plan",
            Assert.Single(one.Warnings.Lines));

        await _server.RunAsync();
        await one.UntilTogetherAsync();
        Assert.Equal(10, await one.CountAsync(Slow, 12, key: "c"));
        Assert.Single(one.Warnings.Lines);
    }

    [Fact(Timeout = 300_000)]
    public async Task Quota_UsedWhileRedisWasLost_IsNotForgotten()
    {
        var one = Start(usesRedisTime: false);
        Assert.Equal(4, await one.CountAsync(Daily, 4));
        await one.Limits.GiveBackAsync(all: true);
        await _server.KillAsync();
        await one.Limits.RegisterAsync();
        Assert.Equal(3, await one.CountAsync(Daily, 3));

        await _server.RunAsync();
        await one.UntilTogetherAsync();

        Assert.Equal(3, await one.CountAsync(Daily, 12));
    }

    // Three requests leave one of the four leased tokens, which is lost with the data of Redis.
    [Fact(Timeout = 300_000)]
    public async Task Quota_TokensReturnedToARedisThatLostItsData_IsNotForgotten()
    {
        var one = Start(usesRedisTime: false);
        Assert.Equal(3, await one.CountAsync(Daily, 3));
        await _server.KillAsync();
        await _server.RunAsync();
        await one.UntilTogetherAsync();

        await one.Limits.GiveBackAsync(all: true);

        Assert.Equal(6, await one.CountAsync(Daily, 12));
    }

    [Theory(Timeout = 300_000)]
    [InlineData(false, 3)]
    [InlineData(true, 2)]
    public async Task Quota_RedisIsLostAgainWhileTokensAreLeased_IsNotForgotten(bool isUsedMeanwhile, int expected)
    {
        var one = Start(usesRedisTime: false);
        Assert.Equal(4, await one.CountAsync(Daily, 4));
        await one.Limits.GiveBackAsync(all: true);
        await _server.KillAsync();
        await one.Limits.RegisterAsync();
        Assert.Equal(2, await one.CountAsync(Daily, 2));
        await _server.RunAsync();
        await one.UntilTogetherAsync();

        await _server.PauseAsync();
        var leasing = one.EnterAsync(Daily).AsTask();
        // As the failure of another holder's request does.
        one.Group.UseFallback();
        Assert.Equal(isUsedMeanwhile ? 1 : 0, await one.CountAsync(Daily, isUsedMeanwhile ? 1 : 0));
        await _server.KillAsync();
        Assert.False((await leasing).IsRefused);
        await _server.RunAsync();
        await one.UntilTogetherAsync();

        Assert.Equal(expected, await one.CountAsync(Daily, 12));
    }

    [Fact(Timeout = 300_000)]
    public async Task Concurrency_OfTwoGateways_IsHalfForEach()
    {
        var (one, other) = (Start(usesRedisTime: false), Start(usesRedisTime: false));
        await RegisterAsync(one, other);

        var plan = new Plan("wide") { Concurrency = 6 };
        Assert.Equal((3, 3), (await one.CountAsync(plan, 9), await other.CountAsync(plan, 9)));
    }

    [Fact(Timeout = 300_000)]
    public async Task Concurrency_NotDivisible_SharesAreRoundedUp()
    {
        var (one, other) = (Start(usesRedisTime: false), Start(usesRedisTime: false));
        await RegisterAsync(one, other);

        var plan = new Plan("odd") { Concurrency = 5 };
        Assert.Equal((3, 3), (await one.CountAsync(plan, 9), await other.CountAsync(plan, 9)));
    }

    [Fact(Timeout = 300_000)]
    public async Task Concurrency_RequestsRefusedByTheRate_LoseNoPermit()
    {
        var one = Start();
        var plan = Slow with { Burst = 2, Concurrency = 3 };
        Assert.Equal(2, await one.CountAsync(plan, 2));

        for (var i = 0; i < 5; i++)
        {
            var refused = await one.EnterAsync(plan);
            Assert.Equal((LimitKind.Rate, false), (refused.Refused, refused.HoldsPermit));
        }
    }

    [Fact(Timeout = 300_000)]
    public async Task Plan_Changed_UnusedTokensOfTheFormerPlanAreReturned()
    {
        var (one, other) = (Start(), Start());
        var former = Slow with { Burst = 100 };
        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => one.EnterAsync(former).AsTask()));
        Assert.Equal(8, await one.CountAsync(former, 8));

        var plan = Slow with { Burst = 90 };
        Assert.Equal(1, await one.CountAsync(plan, 1));
        await one.Limits.GiveBackAsync(all: true);

        Assert.Equal(73, await other.CountAsync(plan, 90));
    }

    [Theory(Timeout = 300_000)]
    [InlineData(0.001, 10, 6)]
    [InlineData(0.1, 10, 6)]
    [InlineData(0.001, 4, 0)]
    [InlineData(0.001, 40, 36)]
    public async Task Plan_RateChanged_AsManyTokensAreMissingAsBefore(double perSecond, int burst, int expected)
    {
        var one = Start(usesRedisTime: false);
        Assert.Equal(4, await one.CountAsync(new("basic") { RequestsPerSecond = 0.01, Burst = 10 }, 4));

        var plan = new Plan("basic") { RequestsPerSecond = perSecond, Burst = burst };

        Assert.Equal(expected, await one.CountAsync(plan, 50));
    }

    [Fact(Timeout = 300_000)]
    public async Task Plan_FasterAfterARefusal_AdmitsAtOnce()
    {
        var one = Start(usesRedisTime: false);
        Assert.Equal(10, await one.CountAsync(Slow, 11));

        Assert.Equal(10, await one.CountAsync(Slow with { Burst = 20 }, 30));
    }

    [Fact(Timeout = 300_000)]
    public async Task Plan_QuotaRemovedAndBack_DayStaysCounted()
    {
        var one = Start(usesRedisTime: false);
        Assert.Equal(4, await one.CountAsync(Daily, 4));
        await one.Limits.GiveBackAsync(all: true);
        Assert.Equal(2, await one.CountAsync(new("rated") { RequestsPerSecond = 1, Burst = 5 }, 2));
        await one.Limits.GiveBackAsync(all: true);

        var kept = await one.Redis.Connection.AskAsync(
            redis => redis.KeyTimeToLiveAsync("gateway:limits:holder:a"), TestContext.Current.CancellationToken);
        Assert.InRange(kept!.Value, TimeSpan.FromDays(1), TimeSpan.FromDays(2));
        Assert.Equal(4, await one.CountAsync(Daily, 12));
    }

    [Fact(Timeout = 300_000)]
    public async Task Plan_ChangedWhileRedisIsLost_QuotaStaysUsed()
    {
        var one = Start(usesRedisTime: false);
        Assert.Equal(4, await one.CountAsync(Daily, 4));
        await one.Limits.GiveBackAsync(all: true);
        await _server.KillAsync();
        await one.Limits.RegisterAsync();
        Assert.Equal(3, await one.CountAsync(Daily, 3));

        Assert.Equal(5, await one.CountAsync(Daily with { RequestsPerDay = 12 }, 20));
    }

    [Fact(Timeout = 300_000)]
    public async Task Weight_OfARequest_IsTakenFromTheBucketOfAllGateways()
    {
        var (one, other) = (Start(), Start());
        var plan = Slow with { Burst = 15 };

        Assert.Equal(1, await one.CountAsync(plan, 1, weight: 10));
        Assert.Equal(0, await other.CountAsync(plan, 2, weight: 10));

        // A lighter request is not refused because a heavier one was.
        Assert.Equal(5, await other.CountAsync(plan, 9));
    }

    [Fact(Timeout = 300_000)]
    public async Task Weight_MoreThanIsLeftOfTheDay_IsRefusedForTheDay()
    {
        var one = Start(usesRedisTime: false);
        Assert.Equal(7, await one.CountAsync(Daily, 7));

        var heavy = await one.EnterAsync(Daily, weight: 4);

        Assert.Equal((LimitKind.Day, 3L), (heavy.Refused, heavy.RemainingToday));
        Assert.Equal(3, await one.CountAsync(Daily, 5));
    }

    [Fact(Timeout = 300_000)]
    public async Task Route_OfTwoGateways_HasOneBucketApartFromThePlan()
    {
        var (one, other) = (Start(), Start());
        var route = Slow with { Route = "invoices", Burst = 3 };
        var caller = new Caller("", "a", Slow);
        var cancelled = TestContext.Current.CancellationToken;

        Assert.False((await one.Limits.ForRoute(caller, route).EnterAsync(weight: 1, cancelled)).IsRefused);
        await one.Limits.GiveBackAsync(all: true);
        var decisions = new List<LimitDecision>();
        for (var i = 0; i < 4; i++)
        {
            decisions.Add(await other.Limits.ForRoute(caller, route).EnterAsync(weight: 1, cancelled));
        }

        Assert.Equal([false, false, true, true], decisions.Select(decision => decision.IsRefused));
        Assert.Equal(10, await one.CountAsync(Slow, 12));
    }

    /// <summary>
    /// The first then knows of the second too. By the clock of Redis, a machine that stands still for 5 s in between ends the first
    /// registration.
    /// </summary>
    private static async Task RegisterAsync(SharedGateway one, SharedGateway other)
    {
        await one.Limits.RegisterAsync();
        await other.Limits.RegisterAsync();
        await one.Limits.RegisterAsync();
    }

    private SharedGateway Start(bool usesRedisTime = true, ManualTimeProvider? time = null)
    {
        var gateway = new SharedGateway(_server.Address, time ?? _time, usesRedisTime);
        _gateways.Add(gateway);
        return gateway;
    }
}
