using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Plans;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Limits;

public sealed class LeasedTokensTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly LeasedTokens _tokens;
    private readonly LimitTerms _terms;

    public LeasedTokensTests()
    {
        _tokens = new LeasedTokens(_time);
        var plan = new Plan("p") { RequestsPerSecond = 100, Burst = 50, RequestsPerDay = 1_000 };
        _terms = new LimitTerms(plan, _time.TimestampFrequency);
    }

    [Theory]
    [InlineData(4, 4, 1)]
    [InlineData(4, 3, -1)]
    [InlineData(3, 100, -1)]
    [InlineData(100, 100, 25)]
    public void RenewBelow_ALargeLeaseAndEnoughLeft_IsAQuarter(int tokens, long left, int expected) =>
        Assert.Equal(expected, (Lease.None with { Tokens = tokens, Left = left }).RenewBelow);

    [Fact]
    public void Decide_TokensLeft_SaysWhatIsLeftAndWhetherItIsLow()
    {
        _tokens.Add(Lease.None with { Tokens = 8, Left = 20, UsedToday = 100 });

        var first = _tokens.Decide(_terms, weight: 5, out var isLow);
        Assert.Equal(new LimitDecision(LimitKind.None, default, 3 + 20, 3 + 900), first);
        Assert.False(isLow);
        Assert.False(_tokens.Decide(_terms, weight: 1, out isLow)!.Value.IsRefused);
        Assert.True(isLow);
    }

    [Fact]
    public void Decide_MoreLeftThanTheBurst_RemainingIsTheBurst()
    {
        _tokens.Add(Lease.None with { Tokens = 20, Left = 200 });

        Assert.Equal(50, _tokens.Decide(_terms, weight: 1, out _)!.Value.Remaining);
    }

    [Fact]
    public void Decide_RedisLeasesNone_IsRefusedUntilItsWaitIsOver()
    {
        _tokens.Add(Lease.None with { Wait = TimeSpan.FromSeconds(2), Needed = 3, UsedToday = 400 });

        Assert.Null(_tokens.Decide(_terms, weight: 2, out _));
        Assert.Equal(
            new LimitDecision(LimitKind.Rate, TimeSpan.FromSeconds(2), 0, 600), _tokens.Decide(_terms, weight: 3, out var isLow));
        Assert.False(isLow);
        _time.Advance(TimeSpan.FromSeconds(2));
        Assert.Null(_tokens.Decide(_terms, weight: 3, out _));
    }

    [Theory]
    [InlineData(10, 1.0, 5)]
    [InlineData(10, 0.25, 20)]
    [InlineData(10, 0.001, 50)]
    [InlineData(0, 1.0, 2)]
    [InlineData(10_000_000, 1.0, 100_000)]
    public void Wanted_HalfASecondOfTheDemand_IsLeased(int asked, double seconds, int expected)
    {
        _tokens.Ask(asked);
        _time.Advance(TimeSpan.FromSeconds(seconds));

        Assert.Equal(expected, _tokens.Wanted(needed: 2));
        // The demand is counted from here.
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(2, _tokens.Wanted(needed: 2));
    }

    [Fact]
    public void Wanted_RequestNeedsMoreThanTheLargestLease_IsWhatItNeeds() =>
        Assert.Equal(200_000, _tokens.Wanted(needed: 200_000));

    [Fact]
    public void NeededFor_SomeTokensAreThere_IsWhatIsMissing()
    {
        _tokens.Add(Lease.None with { Tokens = 2 });

        Assert.Equal((3, 1), (_tokens.NeededFor(5), _tokens.NeededFor(2)));
    }

    [Fact]
    public void TakeIdle_OnlyWithoutARequestSinceTheLastSweep_TakesAll()
    {
        _tokens.Add(Lease.None with { Tokens = 7 });
        Assert.Equal(0, _tokens.TakeIdle());
        _tokens.Ask(1);
        Assert.Equal(0, _tokens.TakeIdle());

        Assert.Equal(7, _tokens.TakeIdle());
        Assert.Equal(0, _tokens.TakeAll());
    }

    [Theory]
    [InlineData(1_000, 50, 10)]
    [InlineData(1_000, 5, 5)]
    [InlineData(10, 50, 1)]
    public void MinLease_IsAHundredthOfASecondWithinTheBurst(double perSecond, int burst, int expected) => Assert.Equal(
        expected, new LimitTerms(new Plan("p") { RequestsPerSecond = perSecond, Burst = burst }, 1).MinLease);
}
