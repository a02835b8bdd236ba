using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Tests.Shedding;

public sealed class GradientLimitTests
{
    private readonly DrivenLimit _limit = new();

    [Fact]
    public void Limit_LatencyFlatAndAllInUse_GrowsToTheMost()
    {
        _limit.RunWindows(1, seconds: 0.2, inFlight: _limit.Current);
        // 100 + 0.2 * sqrt(100)
        Assert.Equal(102, _limit.Current);

        _limit.RunWindows(1_000, seconds: 0.2);
        Assert.Equal(1_000, _limit.Current);
    }

    [Fact]
    public void Limit_LatencyFlatAndLittleInUse_Stays()
    {
        _limit.RunWindows(100, seconds: 0.2, inFlight: 49);

        Assert.Equal(100, _limit.Current);
    }

    [Fact]
    public void Limit_LatencyRisesAndAllInUse_ShrinksByAtMostATenthAWindow()
    {
        _limit.RunWindows(20, seconds: 0.2, inFlight: 10);

        _limit.RunWindows(1, seconds: 10);

        // 100 * 0.8 + (100 * 0.5 + sqrt(100)) * 0.2
        Assert.Equal(92, _limit.Current);
    }

    [Fact]
    public void Limit_LatencyWithinTheTolerance_Grows()
    {
        _limit.RunWindows(20, seconds: 0.2, inFlight: 10);

        _limit.RunWindows(10, seconds: 0.29);

        Assert.InRange(_limit.Current, 110, 130);
    }

    [Fact]
    public void Limit_LatencyStaysHighWithRefusals_FallsToTheLeastAndNotBelow()
    {
        _limit.RunWindows(20, seconds: 0.2, inFlight: 10);

        _limit.RunWindows(15, seconds: 10, refused: true);

        Assert.Equal(50, _limit.Current);
    }

    [Fact]
    public void Limit_LittleLoadWithoutAProbe_IsLookedAtOnceForTwentySamples()
    {
        _limit.RunWindows(20, seconds: 0.2, inFlight: 10);

        _limit.Trickle(samples: 19);
        Assert.Equal(100, _limit.Current);
        _limit.Trickle(samples: 1);

        Assert.NotEqual(100, _limit.Current);
    }

    [Fact]
    public void Limit_LatencyRisesWhileRefusing_ComesDownInAFewWindows()
    {
        _limit.RunWindows(20, seconds: 0.06, inFlight: 10);

        _limit.RunWindows(3, seconds: 0.3, refused: true);

        Assert.Equal(50, _limit.Current);
    }

    [Fact]
    public void Limit_ColdStart_IsForgottenWithinSeconds()
    {
        _limit.RunWindows(10, seconds: 5, refused: true);
        _limit.RunWindows(60, seconds: 0.1, refused: true);
        var before = _limit.Current;

        _limit.RunWindows(1, seconds: 1);

        // Five seconds were usual at first; were they still, one second would not shrink the limit.
        Assert.True(_limit.Current < before, $"{before} became {_limit.Current}.");
    }

    [Fact]
    public void Limit_LatencyRisesAndLittleInUse_Stays()
    {
        _limit.RunWindows(20, seconds: 0.17, inFlight: 40);

        _limit.RunWindows(200, seconds: 1.2, inFlight: 40);

        Assert.Equal(100, _limit.Current);
    }

    [Fact]
    public void Limit_OneSlowAnswer_ChangesNothingThatTheNextWindowDoesNot()
    {
        _limit.RunWindows(20, seconds: 0.2, inFlight: 10);

        for (var i = 0; i < 39; i++)
        {
            _limit.Record(TimeSpan.FromSeconds(0.2), CallOutcome.Answered, inFlight: 100);
        }

        _limit.RunWindows(1, seconds: 2, samples: 1);

        Assert.Equal(102, _limit.Current);
    }

    [Theory]
    [InlineData(18, 2, 90)]
    [InlineData(19, 1, 102)]
    [InlineData(0, 40, 90)]
    public void Limit_BackendTooBusyForATenth_ShrinksByATenthOnceAWindow(int answered, int overloaded, int expected)
    {
        for (var i = 0; i < answered; i++)
        {
            _limit.Record(TimeSpan.FromSeconds(0.2), CallOutcome.Answered, inFlight: 100);
        }

        for (var i = 1; i < overloaded; i++)
        {
            _limit.Record(TimeSpan.FromSeconds(15), CallOutcome.Overloaded, inFlight: 100);
        }

        _limit.Time.Advance(TimeSpan.FromMilliseconds(100));
        _limit.Record(TimeSpan.FromSeconds(15), CallOutcome.Overloaded, inFlight: 100);

        Assert.Equal(expected, _limit.Current);
    }

    [Fact]
    public void Limit_BackendTooBusyAndFewInFlight_Stays()
    {
        _limit.RunWindows(50, seconds: 15, inFlight: 49, outcome: CallOutcome.Overloaded);

        Assert.Equal(100, _limit.Current);
    }

    [Fact]
    public void Limit_CallersGoAfterLongWaits_Shrinks()
    {
        _limit.RunWindows(20, seconds: 0.2, inFlight: 10);

        _limit.RunWindows(5, seconds: 5, outcome: CallOutcome.Abandoned);

        Assert.InRange(_limit.Current, 50, 75);
    }

    [Theory]
    [InlineData(CallOutcome.Abandoned, 0.1)]
    [InlineData(CallOutcome.Unmeasured, 10)]
    internal void Limit_OutcomeSaysNothingOfLoad_Stays(CallOutcome outcome, double seconds)
    {
        _limit.RunWindows(20, seconds: 0.2, inFlight: 10);

        _limit.RunWindows(20, seconds, outcome: outcome);

        Assert.Equal(100, _limit.Current);
    }

    [Fact]
    public void Limit_LessThan100Milliseconds_IsNotLookedAt()
    {
        for (var i = 0; i < 1_000; i++)
        {
            _limit.Record(TimeSpan.FromSeconds(0.2), CallOutcome.Answered, inFlight: 100);
        }

        Assert.Equal(100, _limit.Current);
    }
}
