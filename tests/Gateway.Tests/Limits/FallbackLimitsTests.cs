using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Limits;

public sealed class FallbackLimitsTests
{
    private readonly ManualTimeProvider _time = new();

    private long Today => DayCount.DayOf(_time.GetUtcNow());

    [Fact]
    public void Rate_OfTwoGateways_IsHalfOfThePlan()
    {
        var limits = Create(new("basic") { RequestsPerSecond = 2, Burst = 10 }, members: 2);

        Assert.Equal(5, Count(limits, 20));
        _time.Advance(TimeSpan.FromSeconds(3));
        Assert.Equal(3, Count(limits, 20));
    }

    [Fact]
    public void Quota_PartlyUsed_IsTheShareOfWhatIsLeft()
    {
        var limits = Create(new("daily") { RequestsPerDay = 20 }, members: 2, usedToday: 8);

        Assert.Equal(6, Count(limits, 20));
        Assert.Equal(6, limits.Admitted);
    }

    [Fact]
    public void Quota_UsedUp_AdmitsNone() =>
        Assert.Equal(0, Count(Create(new("daily") { RequestsPerDay = 20 }, members: 2, usedToday: 20), 5));

    [Fact]
    public void Quota_LeaseOfYesterday_UseOfYesterdayDoesNotCount()
    {
        var lease = Lease.None with { Day = Today - 1, UsedToday = 8 };
        var limits = new FallbackLimits(new("daily") { RequestsPerDay = 20 }, members: 2, lease, _time);

        Assert.Equal(10, Count(limits, 20));
        Assert.Equal(10, limits.Admitted);
    }

    [Fact]
    public void Quota_NextDay_StartsAgain()
    {
        var limits = Create(new("daily") { RequestsPerDay = 20 }, members: 2, usedToday: 8);
        Assert.Equal(6, Count(limits, 20));

        _time.Advance(TimeSpan.FromDays(1));

        Assert.Equal(10, Count(limits, 20));
        Assert.Equal(10, limits.Admitted);
    }

    [Fact]
    public void Weight_HeaviestRoute_FitsIntoTheBurstOfAShare()
    {
        var routes = new Dictionary<string, Plan>
        {
            ["a"] = new("routed") { Route = "a", Weight = 3 },
            ["b"] = new("routed") { Route = "b", Weight = 1 },
        };
        var limits = Create(new("routed") { RequestsPerSecond = 1, Burst = 4, Routes = routes }, members: 4);

        Assert.False(limits.Enter(weight: 3).IsRefused);
        Assert.True(limits.Enter(weight: 1).IsRefused);
    }

    [Fact]
    public void Return_AfterARefusalElsewhere_IsAdmittedAgain()
    {
        var limits = Create(new("daily") { RequestsPerDay = 4 }, members: 2);
        Assert.Equal(2, Count(limits, 2));

        limits.Return(weight: 2);

        Assert.Equal(0, limits.Admitted);
        Assert.Equal(2, Count(limits, 5));
    }

    private FallbackLimits Create(Plan plan, int members, long usedToday = 0) =>
        new(plan, members, Lease.None with { Day = Today, UsedToday = usedToday }, _time);

    private static int Count(FallbackLimits limits, int requests) =>
        Enumerable.Range(0, requests).Count(_ => !limits.Enter(weight: 1).IsRefused);
}
