using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Limits;

public sealed class LocalLimitsTests
{
    private readonly ManualTimeProvider _time = new(new DateTimeOffset(2026, 1, 1, 23, 59, 0, TimeSpan.Zero));
    private readonly LocalLimits _limits;

    public LocalLimitsTests() => _limits = new LocalLimits(new PlanTexts(), _time);

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

    private static LimitDecision Enter(IHolderLimits key) => ((LocalHolderLimits)key).Enter();

    private IHolderLimits Key(Plan plan, string id = "a") => _limits.Of(new Caller("", id, plan));
}
