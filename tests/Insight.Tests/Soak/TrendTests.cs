using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Soak;

namespace DroneDelivery.Insight.Tests.Soak;

public sealed class TrendTests
{
    private const int Seconds = 600;

    [Fact]
    public void Of_SteadyGrowth_IsThatPerHour()
    {
        var trend = Trend.Of([.. Enumerable.Range(0, Seconds).Select(second => ((double)second, 100 + (second / 60.0)))]);

        Assert.Equal(60, trend!.PerHour, 6);
        Assert.True(trend.IsSeen);
    }

    /// <summary>Memory as a collector leaves it: a sawtooth of seven seconds with noise. False alarms at 95 % are about one in twenty.</summary>
    [Fact]
    public void Of_SawtoothWithoutGrowth_IsSeldomSeen()
    {
        var alarms = Enumerable.Range(1, 200).Count(seed => Sawtooth((ulong)seed, perSecond: 0).IsSeen);

        Assert.InRange(alarms, 0, 20);
    }

    [Fact]
    public void Of_SawtoothWithALeak_IsSeen()
    {
        var seen = Enumerable.Range(1, 200).Count(seed => Sawtooth((ulong)seed, perSecond: 0.02).IsSeen);

        Assert.InRange(seen, 190, 200);
    }

    [Fact]
    public void Of_ConstantValue_DoesNotChange() =>
        Assert.False(Trend.Of([.. Enumerable.Range(0, Seconds).Select(second => (second + 0.1, 337.0))])!.IsSeen);

    [Fact]
    public void Of_TooFewSamples_IsNull() => Assert.Null(Trend.Of([.. Enumerable.Range(0, 39).Select(second => ((double)second, 1.0))]));

    private static Trend Sawtooth(ulong seed, double perSecond)
    {
        var random = new SeededRandom(seed);
        return Trend.Of([.. Enumerable.Range(0, Seconds).Select(second =>
            ((double)second, 200 + (perSecond * second) + (second % 7) + (random.NextDouble() * 4)))])!;
    }
}
