namespace DroneDelivery.Gateway.Tests.Shedding;

/// <summary>How a limit learns the latency without a queue while requests are refused.</summary>
public sealed class BaselineProbeTests
{
    private readonly DrivenLimit _limit = new();

    // Latency in proportion to what is in flight, as of a backend that serves 100 a second. Were its line learned as usual, the
    // limit would follow it to the most.
    [Fact]
    public void Limit_OverloadForAnHour_DoesNotBecomeUsual()
    {
        _limit.RunWindows(20, seconds: 0.5, inFlight: 10);

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
        _limit.RunWindows(20, seconds: 0.2, inFlight: 10);

        Assert.Equal(50, MostInAnHour(perSecond: 20));
    }

    [Fact]
    public void Limit_RefusalsFor20Seconds_LetsAFewInAndComesBack()
    {
        var before = LimitBeforeTheProbe();

        Assert.Equal(10, _limit.Current);
        // Those that came before are still leaving.
        _limit.RunWindows(5, seconds: 0.2, inFlight: before, refused: true);
        _limit.RunWindows(2, seconds: 0.2, refused: true);
        Assert.Equal(10, _limit.Current);
        _limit.RunWindows(1, seconds: 0.2, refused: true);

        Assert.Equal(before, _limit.Current);
    }

    [Fact]
    public void Limit_OverloadEndsWhileAFewAreLetIn_ComesBackAtOnce()
    {
        var before = LimitBeforeTheProbe();

        _limit.RunWindows(1, seconds: 0.2);

        Assert.Equal(before, _limit.Current);
    }

    // At ten a second twenty samples take two seconds, and the probe needs three windows.
    [Fact]
    public void Limit_LittleLoadWhileAFewAreLetIn_ComesBackWithinASecond()
    {
        var before = LimitBeforeTheProbe();

        _limit.Trickle(samples: 8);
        Assert.Equal(10, _limit.Current);
        _limit.Trickle(samples: 1);

        Assert.Equal(before, _limit.Current);
    }

    // Clients that read slowly hold more permits than it lets in, so that no request ends.
    [Fact]
    public void Limit_NoRequestEndsWhileAFewAreLetIn_ComesBackAfterTenSeconds()
    {
        var before = LimitBeforeTheProbe();

        _limit.Time.Advance(TimeSpan.FromSeconds(10) - TimeSpan.FromTicks(1));
        _limit.RecordRefusal();
        Assert.Equal(10, _limit.Current);
        _limit.Time.Advance(TimeSpan.FromTicks(1));
        _limit.RecordRefusal();

        Assert.Equal(before, _limit.Current);
    }

    [Fact]
    public void Limit_NobodyRefused_IsNotTakenDownToLearn()
    {
        _limit.RunWindows(1_000, seconds: 0.2);

        Assert.Equal(1_000, _limit.Current);
    }

    [Fact]
    public void Limit_BackendSlowerForGood_GrowsAgainFromTheLeast()
    {
        _limit.RunWindows(20, seconds: 0.2, inFlight: 10);

        _limit.RunWindows(15, seconds: 1, refused: true);
        Assert.Equal(50, _limit.Current);

        _limit.RunWindows(300, seconds: 1, refused: true);
        Assert.InRange(_limit.Current, 150, 1_000);
    }

    private int LimitBeforeTheProbe()
    {
        _limit.RunWindows(199, seconds: 0.2, refused: true);
        var before = _limit.Current;
        _limit.RunWindows(1, seconds: 0.2, refused: true);
        return before;
    }

    /// <summary>The highest limit of an hour, but for its first 100 s, of a backend that is asked for too much.</summary>
    /// <param name="work">Seconds that a request takes without a line.</param>
    private int MostInAnHour(double perSecond, double work = 0)
    {
        var most = 0;
        for (var window = 0; window < 36_000; window++)
        {
            _limit.RunWindows(1, Math.Max(work, _limit.Current / perSecond), refused: true);
            most = window < 1_000 ? 0 : Math.Max(most, _limit.Current);
        }

        return most;
    }
}
