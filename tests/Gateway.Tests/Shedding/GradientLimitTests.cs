using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Shedding;

public sealed class GradientLimitTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly GradientLimit _limit;

    public GradientLimitTests() => _limit = new GradientLimit(new SheddingOptions(), _time);

    [Fact]
    public void Limit_LatencyFlatAndAllInUse_GrowsToTheMost()
    {
        Windows(1, seconds: 0.2, inFlight: _limit.Current);
        // 100 + 0.2 * sqrt(100)
        Assert.Equal(102, _limit.Current);

        Windows(1_000, seconds: 0.2);
        Assert.Equal(1_000, _limit.Current);
    }

    [Fact]
    public void Limit_LatencyFlatAndLittleInUse_Stays()
    {
        Windows(100, seconds: 0.2, inFlight: 49);

        Assert.Equal(100, _limit.Current);
    }

    [Fact]
    public void Limit_LatencyRisesAndAllInUse_ShrinksByAtMostATenthAWindow()
    {
        Windows(20, seconds: 0.2, inFlight: 10);

        Windows(1, seconds: 10);

        // 100 * 0.8 + (100 * 0.5 + sqrt(100)) * 0.2
        Assert.Equal(92, _limit.Current);
    }

    [Fact]
    public void Limit_LatencyWithinTheTolerance_Grows()
    {
        Windows(20, seconds: 0.2, inFlight: 10);

        Windows(10, seconds: 0.29);

        Assert.InRange(_limit.Current, 110, 130);
    }

    [Fact]
    public void Limit_LatencyStaysHighWithRefusals_FallsToTheLeastAndNotBelow()
    {
        Windows(20, seconds: 0.2, inFlight: 10);

        Windows(15, seconds: 10, refused: true);

        Assert.Equal(50, _limit.Current);
    }

    // Latency in proportion to what is in flight, as of a backend that serves 100 a second. Were its line learned as usual, the
    // limit would follow it to the most.
    [Fact]
    public void Limit_OverloadForAnHour_DoesNotBecomeUsual()
    {
        Windows(20, seconds: 0.5, inFlight: 10);

        // The tenth of a second that the probe sees is 10 in flight.
        Assert.Equal(50, MostInAnHour(perSecond: 100));
    }

    // The line of 100 at the start is all that it has ever seen, until it lets 10 in.
    [Fact]
    public void Limit_OverloadedFromTheFirstRequest_LearnsWhatIsUsualFromAShorterLine()
    {
        // 1.5 * 10 * limit / limit + sqrt(limit) = limit, below the least.
        Assert.Equal(50, MostInAnHour(perSecond: 100));
    }

    // Sixty at work at once, 0.2 s each, and the rest in line.
    [Fact]
    public void Limit_OverloadOfAnHour_IsHeldAtAShortLine()
    {
        Assert.InRange(MostInAnHour(perSecond: 300, work: 0.2), 90, 115);
    }

    // A backend that serves 20 a second: even the least limit makes a line, of 2.5 s.
    [Fact]
    public void Limit_MinLimitTooHighForAnHour_StaysAtIt()
    {
        Windows(20, seconds: 0.2, inFlight: 10);

        Assert.Equal(50, MostInAnHour(perSecond: 20));
    }

    [Fact]
    public void Limit_RefusalsFor20Seconds_LetsAFewInAndComesBack()
    {
        var before = LimitBeforeTheProbe();

        Assert.Equal(10, _limit.Current);
        // Those that came before are still leaving.
        Windows(5, seconds: 0.2, inFlight: before, refused: true);
        Windows(2, seconds: 0.2, refused: true);
        Assert.Equal(10, _limit.Current);
        Windows(1, seconds: 0.2, refused: true);

        Assert.Equal(before, _limit.Current);
    }

    [Fact]
    public void Limit_OverloadEndsWhileAFewAreLetIn_ComesBackAtOnce()
    {
        var before = LimitBeforeTheProbe();

        Windows(1, seconds: 0.2);

        Assert.Equal(before, _limit.Current);
    }

    // At ten a second twenty samples take two seconds, and the probe needs three windows.
    [Fact]
    public void Limit_LittleLoadWhileAFewAreLetIn_ComesBackWithinASecond()
    {
        var before = LimitBeforeTheProbe();

        Trickle(samples: 8);
        Assert.Equal(10, _limit.Current);
        Trickle(samples: 1);

        Assert.Equal(before, _limit.Current);
    }

    // Clients that read slowly hold more permits than it lets in, so that no request ends.
    [Fact]
    public void Limit_NoRequestEndsWhileAFewAreLetIn_ComesBackAfterTenSeconds()
    {
        var before = LimitBeforeTheProbe();

        _time.Advance(TimeSpan.FromSeconds(10) - TimeSpan.FromTicks(1));
        _limit.RecordRefusal();
        Assert.Equal(10, _limit.Current);
        _time.Advance(TimeSpan.FromTicks(1));
        _limit.RecordRefusal();

        Assert.Equal(before, _limit.Current);
    }

    [Fact]
    public void Limit_LittleLoadWithoutAProbe_IsLookedAtOnceForTwentySamples()
    {
        Windows(20, seconds: 0.2, inFlight: 10);

        Trickle(samples: 19);
        Assert.Equal(100, _limit.Current);
        Trickle(samples: 1);

        Assert.NotEqual(100, _limit.Current);
    }

    [Fact]
    public void Limit_LatencyRisesWhileRefusing_ComesDownInAFewWindows()
    {
        Windows(20, seconds: 0.06, inFlight: 10);

        Windows(3, seconds: 0.3, refused: true);

        Assert.Equal(50, _limit.Current);
    }

    [Fact]
    public void Limit_NobodyRefused_IsNotTakenDownToLearn()
    {
        Windows(1_000, seconds: 0.2);

        Assert.Equal(1_000, _limit.Current);
    }

    [Fact]
    public void Limit_BackendSlowerForGood_GrowsAgainFromTheLeast()
    {
        Windows(20, seconds: 0.2, inFlight: 10);

        Windows(15, seconds: 1, refused: true);
        Assert.Equal(50, _limit.Current);

        Windows(300, seconds: 1, refused: true);
        Assert.InRange(_limit.Current, 150, 1_000);
    }

    [Fact]
    public void Limit_ColdStart_IsForgottenWithinSeconds()
    {
        Windows(10, seconds: 5, refused: true);
        Windows(60, seconds: 0.1, refused: true);
        var before = _limit.Current;

        Windows(1, seconds: 1);

        // Five seconds were usual at first; were they still, one second would not shrink the limit.
        Assert.True(_limit.Current < before, $"{before} became {_limit.Current}.");
    }

    [Fact]
    public void Limit_LatencyRisesAndLittleInUse_Stays()
    {
        Windows(20, seconds: 0.17, inFlight: 40);

        Windows(200, seconds: 1.2, inFlight: 40);

        Assert.Equal(100, _limit.Current);
    }

    [Fact]
    public void Limit_OneSlowAnswer_ChangesNothingThatTheNextWindowDoesNot()
    {
        Windows(20, seconds: 0.2, inFlight: 10);

        for (var i = 0; i < 39; i++)
        {
            _limit.Record(TimeSpan.FromSeconds(0.2), CallOutcome.Answered, inFlight: 100);
        }

        Windows(1, seconds: 2, samples: 1);

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

        _time.Advance(TimeSpan.FromMilliseconds(100));
        _limit.Record(TimeSpan.FromSeconds(15), CallOutcome.Overloaded, inFlight: 100);

        Assert.Equal(expected, _limit.Current);
    }

    [Fact]
    public void Limit_BackendTooBusyAndFewInFlight_Stays()
    {
        Windows(50, seconds: 15, inFlight: 49, outcome: CallOutcome.Overloaded);

        Assert.Equal(100, _limit.Current);
    }

    [Fact]
    public void Limit_CallersGoAfterLongWaits_Shrinks()
    {
        Windows(20, seconds: 0.2, inFlight: 10);

        Windows(5, seconds: 5, outcome: CallOutcome.Abandoned);

        Assert.InRange(_limit.Current, 50, 75);
    }

    [Theory]
    [InlineData(CallOutcome.Abandoned, 0.1)]
    [InlineData(CallOutcome.Unmeasured, 10)]
    internal void Limit_OutcomeSaysNothingOfLoad_Stays(CallOutcome outcome, double seconds)
    {
        Windows(20, seconds: 0.2, inFlight: 10);

        Windows(20, seconds, outcome: outcome);

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

    private int LimitBeforeTheProbe()
    {
        Windows(199, seconds: 0.2, refused: true);
        var before = _limit.Current;
        Windows(1, seconds: 0.2, refused: true);
        return before;
    }

    /// <summary>The highest limit of an hour, but for its first 100 s, of a backend that is asked for too much.</summary>
    /// <param name="work">Seconds that a request takes without a line.</param>
    private int MostInAnHour(double perSecond, double work = 0)
    {
        var most = 0;
        for (var window = 0; window < 36_000; window++)
        {
            Windows(1, Math.Max(work, _limit.Current / perSecond), refused: true);
            most = window < 1_000 ? 0 : Math.Max(most, _limit.Current);
        }

        return most;
    }

    /// <summary>Ten requests a second, and as many refused.</summary>
    private void Trickle(int samples)
    {
        for (var sample = 0; sample < samples; sample++)
        {
            _time.Advance(TimeSpan.FromMilliseconds(100));
            _limit.RecordRefusal();
            _limit.Record(TimeSpan.FromSeconds(0.2), CallOutcome.Answered, inFlight: _limit.Current);
        }
    }

    /// <summary>Windows of equal samples; without <paramref name="inFlight"/> the whole limit is in use.</summary>
    private void Windows(
        int count,
        double seconds,
        int? inFlight = null,
        bool refused = false,
        CallOutcome outcome = CallOutcome.Answered,
        int samples = 20)
    {
        for (var window = 0; window < count; window++)
        {
            _time.Advance(TimeSpan.FromMilliseconds(100));
            for (var sample = 0; sample < samples; sample++)
            {
                if (refused)
                {
                    _limit.RecordRefusal();
                }

                _limit.Record(TimeSpan.FromSeconds(seconds), outcome, inFlight ?? _limit.Current);
            }
        }
    }
}
