using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Limits;

public sealed class LocalLimitsTests
{
    private readonly ManualTimeProvider _time = new(new DateTimeOffset(2026, 1, 1, 23, 59, 0, TimeSpan.Zero));
    private readonly LocalLimits _limits;

    public LocalLimitsTests() => _limits = new LocalLimits(_time);

    [Fact]
    public void Rate_Exceeded_IsRefusedUntilTheNextToken()
    {
        var key = Key(new("basic") { RequestsPerSecond = 2, Burst = 2 });

        Assert.Equal([1, 0], [Enter(key).Remaining, Enter(key).Remaining]);
        Assert.Equal(new LimitDecision(LimitKind.Rate, TimeSpan.FromSeconds(0.5), 0, 0), Enter(key));
        _time.Advance(TimeSpan.FromSeconds(0.5));

        Assert.False(Enter(key).IsRefused);
        Assert.True(Enter(key).IsRefused);
    }

    [Fact]
    public void Quota_Used_IsRefusedUntilMidnight()
    {
        var key = Key(new("daily") { RequestsPerDay = 2 });

        Assert.Equal([1, 0], [Enter(key).RemainingToday, Enter(key).RemainingToday]);
        Assert.Equal(new LimitDecision(LimitKind.Day, TimeSpan.FromMinutes(1), 0, 0), Enter(key));
        _time.Advance(TimeSpan.FromSeconds(59.9));
        Assert.True(Enter(key).IsRefused);
        _time.Advance(TimeSpan.FromSeconds(0.1));

        Assert.Equal(1, Enter(key).RemainingToday);
    }

    [Fact]
    public void Quota_RequestRefusedByTheRate_IsNotCounted()
    {
        var key = Key(new("both") { RequestsPerSecond = 1, RequestsPerDay = 10 });

        Assert.Equal([9, 9, 9], [Enter(key).RemainingToday, Enter(key).RemainingToday, Enter(key).RemainingToday]);
    }

    [Fact]
    public void Concurrency_AllPlacesTaken_IsRefusedUntilOneLeaves()
    {
        var key = Key(new("narrow") { Concurrency = 2 });

        Assert.Equal([false, false, true], [Enter(key).IsRefused, Enter(key).IsRefused, Enter(key).IsRefused]);
        key.Leave();

        Assert.Equal([false, true], [Enter(key).IsRefused, Enter(key).IsRefused]);
    }

    [Fact]
    public void Concurrency_RequestRefusedByTheRate_TakesNoPlace()
    {
        var key = Key(new("both") { RequestsPerSecond = 1, Burst = 1, Concurrency = 2 });
        Enter(key);

        Assert.All(Enumerable.Range(0, 5), _ => Assert.Equal(LimitKind.Rate, Enter(key).Refused));
        _time.Advance(TimeSpan.FromSeconds(1));

        Assert.False(Enter(key).IsRefused);
        Assert.Equal(LimitKind.Concurrency, Enter(key).Refused);
    }

    [Fact]
    public void Keys_OfTheSamePlan_DoNotShareIt()
    {
        var plan = new Plan("basic") { RequestsPerSecond = 1 };

        Assert.False(Enter(Key(plan)).IsRefused);
        Assert.True(Enter(Key(plan)).IsRefused);
        Assert.False(Enter(Key(plan, "b")).IsRefused);
    }

    [Fact]
    public void Plan_Changed_HoldsAtOnceAndForgetsNothingUsed()
    {
        Enter(Key(new("daily") { RequestsPerDay = 2 }));

        var key = Key(new("more") { RequestsPerDay = 3 });

        Assert.Equal([1, 0], [Enter(key).RemainingToday, Enter(key).RemainingToday]);
        Assert.True(Enter(key).IsRefused);
    }

    [Theory]
    [InlineData(1, 10, 6)]
    [InlineData(100, 10, 6)]
    [InlineData(1, 4, 0)]
    [InlineData(1, 40, 36)]
    public void Plan_RateChanged_AsManyTokensAreMissingAsBefore(double perSecond, int burst, int expected)
    {
        var basic = Key(new("basic") { RequestsPerSecond = 2, Burst = 10 });
        Assert.All(Enumerable.Range(0, 4), _ => Assert.False(Enter(basic).IsRefused));

        var key = Key(new("basic") { RequestsPerSecond = perSecond, Burst = burst });

        Assert.Equal(expected, Enumerable.Range(0, 50).Count(_ => !Enter(key).IsRefused));
    }

    [Fact]
    public void Plan_ConcurrencyChanged_RequestsInFlightStayCounted()
    {
        var key = Key(new("wide") { Concurrency = 3 });
        Assert.All(Enumerable.Range(0, 3), _ => Assert.True(Enter(key).HoldsPermit));

        key = Key(new("narrow") { Concurrency = 2 });
        key.Leave();
        Assert.Equal(LimitKind.Concurrency, Enter(key).Refused);
        key.Leave();

        Assert.Equal([false, true], [Enter(key).IsRefused, Enter(key).IsRefused]);
    }

    [Fact]
    public void Plan_ConcurrencyRemoved_PermitsAreStillReleased()
    {
        var narrow = new Plan("narrow") { Concurrency = 1 };
        Assert.True(Enter(Key(narrow)).HoldsPermit);

        var free = Key(new("free") { RequestsPerDay = 9 });
        Assert.False(Enter(free).HoldsPermit);
        free.Leave();

        Assert.Equal([false, true], [Enter(Key(narrow)).IsRefused, Enter(Key(narrow)).IsRefused]);
    }

    [Fact]
    public void Plan_ChangedAllTheTime_NeverAdmitsMoreThanTheDay()
    {
        Plan[] plans = [.. Enumerable.Range(0, 4).Select(i => new Plan($"plan-{i}") { RequestsPerDay = 5_000 })];
        var admitted = 0;

        Parallel.For(0, 20_000, new ParallelOptions { MaxDegreeOfParallelism = 8 }, i =>
        {
            if (!Enter(Key(plans[i % plans.Length])).IsRefused)
            {
                Interlocked.Increment(ref admitted);
            }
        });

        Assert.Equal(5_000, admitted);
    }

    [Fact]
    public void Tokens_Returned_CanBeTakenAgain()
    {
        var key = Key(new("both") { RequestsPerSecond = 1, Burst = 5, RequestsPerDay = 5 });
        Assert.Equal((0, 0), (((LocalHolderLimits)key).Enter(weight: 5) is var all ? all.Remaining : -1, all.RemainingToday));

        key.Return(weight: 2);

        Assert.Equal([false, false, true], [Enter(key).IsRefused, Enter(key).IsRefused, Enter(key).IsRefused]);
    }

    [Fact]
    public void Decision_Local_AllocatesNothing()
    {
        var key = Key(new("all") { RequestsPerSecond = 1, Burst = 5, RequestsPerDay = 1_000_000, Concurrency = 3 });
        Enter(key);

        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1_000; i++)
        {
            Enter(key);
        }

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
    }

    private static LimitDecision Enter(HolderLimits key) => ((LocalHolderLimits)key).Enter(weight: 1);

    private HolderLimits Key(Plan plan, string id = "a") => _limits.ForCaller(new Caller("", id, plan));
}
