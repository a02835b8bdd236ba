using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Lab.Soak;

namespace DroneDelivery.Lab.Tests.Soak;

public sealed class TrendTests
{
    private const int Seconds = 600;

    [Fact]
    public void FromPoints_SteadyGrowth_IsThatPerHour()
    {
        var trend = Trend.FromPoints([.. Enumerable.Range(0, Seconds).Select(second => ((double)second, 100 + (second / 60.0)))]);

        Assert.Equal(60, trend!.PerHour, 6);
        Assert.True(trend.IsSeen);
    }

    /// <summary>
    /// Memory as a collector leaves it: a sawtooth of seven seconds with noise. False alarms at 95 % are about one in twenty.
    /// </summary>
    [Fact]
    public void FromPoints_SawtoothWithoutGrowth_IsSeldomSeen()
    {
        var alarms = Enumerable.Range(1, 200).Count(seed => Sawtooth((ulong)seed, perSecond: 0) is { IsSeen: true });

        Assert.InRange(alarms, 0, 20);
    }

    [Fact]
    public void FromPoints_SawtoothWithALeak_IsSeen()
    {
        var seen = Enumerable.Range(1, 200).Count(seed => Sawtooth((ulong)seed, perSecond: 0.02) is { IsSeen: true });

        Assert.InRange(seen, 190, 200);
    }

    /// <summary>
    /// Stationary figures that wander: what one value is still shows a correlation time later. Without regard to that 25 % and
    /// 50 % of them are seen in five minutes.
    /// </summary>
    [Theory]
    [InlineData(15, 300)]
    [InlineData(15, 3_600)]
    [InlineData(60, 300)]
    [InlineData(60, 600)]
    [InlineData(60, 3_600)]
    public void FromPoints_SlowWanderingWithoutGrowth_IsSeldomSeen(double correlationSeconds, int seconds)
    {
        var alarms = Seen(seed => Wandering(seed, correlationSeconds, seconds, perHour: 0));

        Assert.InRange(alarms, 0, 30);
    }

    /// <summary>20 MiB an hour, under fluctuations of 5 MiB.</summary>
    [Theory]
    [InlineData(15)]
    [InlineData(60)]
    public void FromPoints_SlowWanderingWithALeak_IsSeenInAnHour(double correlationSeconds)
    {
        var seen = Seen(seed => Wandering(seed, correlationSeconds, 3_600, perHour: 20));

        Assert.InRange(seen, 270, 300);
    }

    [Fact]
    public void FromPoints_WanderingAsSlowAsTheRunIsLong_IsTooShortToTell()
    {
        var refused = Enumerable.Range(1, 300).Count(seed => Wandering((ulong)seed, 300, 300, perHour: 0) is null);

        Assert.InRange(refused, 225, 300);
    }

    [Fact]
    public void FromPoints_ConstantValue_DoesNotChange() =>
        Assert.False(Trend.FromPoints([.. Enumerable.Range(0, Seconds).Select(second => (second + 0.1, 337.0))])!.IsSeen);

    [Fact]
    public void FromPoints_TooFewSamples_IsNull() =>
        Assert.Null(Trend.FromPoints([.. Enumerable.Range(0, 39).Select(second => ((double)second, 1.0))]));

    private static int Seen(Func<ulong, Trend?> trendOf) =>
        Enumerable.Range(1, 300).Count(seed => trendOf((ulong)seed) is { IsSeen: true });

    /// <summary>An AR(1) series of one value a second around 200, with a standard deviation of 5.</summary>
    private static Trend? Wandering(ulong seed, double correlationSeconds, int seconds, double perHour)
    {
        var (random, carried) = (new SeededRandom(seed), Math.Exp(-1 / correlationSeconds));
        var (values, wandering) = (new List<(double, double)>(), 5 * random.NextNormal());
        for (var second = 0; second < seconds; second++)
        {
            values.Add((second, 200 + wandering + (perHour * second / 3_600)));
            wandering = (carried * wandering) + (5 * Math.Sqrt(1 - (carried * carried)) * random.NextNormal());
        }

        return Trend.FromPoints(values);
    }

    private static Trend? Sawtooth(ulong seed, double perSecond)
    {
        var random = new SeededRandom(seed);
        return Trend.FromPoints([.. Enumerable.Range(0, Seconds).Select(second =>
            ((double)second, 200 + (perSecond * second) + (second % 7) + (random.NextDouble() * 4)))]);
    }
}
