using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class LogShiftTests
{
    private const int Degrees = 8;

    /// <summary>As likely by chance as 1 in 200, by printed tables.</summary>
    private const double Critical = 3.8325;

    [Theory]
    [InlineData(0.1, 0.3, true)]
    [InlineData(0, 0.4, false)]
    [InlineData(-0.1, 0.5, false)]
    [InlineData(-0.4, 0, false)]
    public void IsSeen_UnlikelyByChance_AsksForAnIntervalWithoutZero(double low, double high, bool seen) =>
        Assert.Equal(seen, Shift(0.2, low, high, statistic: 10).IsSeen(0.005));

    [Theory]
    [InlineData(Critical + 0.01, true)]
    [InlineData(Critical - 0.01, false)]
    public void IsSeen_IntervalWithoutZero_AsksForAStatisticBeyondChance(double statistic, bool seen)
    {
        Assert.Equal(seen, Shift(0.2, 0.1, 0.3, statistic).IsSeen(0.005));
        Assert.Equal(seen, Shift(-0.2, -0.3, -0.1, -statistic).IsSeen(0.005));
    }

    [Fact]
    public void IsSeen_JustAsLikelyAsAllowed_IsTrue()
    {
        var shift = Shift(0.2, 0.1, 0.3, statistic: 3);

        Assert.True(shift.IsSeen(TTest.PValue(3, Degrees)));
    }

    /// <summary>The means and the median of the differences disagree: nothing can be said of the direction.</summary>
    [Fact]
    public void IsSeen_StatisticOfTheOtherSign_IsFalse() => Assert.False(Shift(0.2, 0.1, 0.3, statistic: -10).IsSeen(0.005));

    /// <summary>3.833 standard errors must be exceeded, and 95 of 100 lie above a mean that is 1.860 larger.</summary>
    [Fact]
    public void Findable_EightDegrees_IsTheSumOfBothTails() =>
        Assert.Equal(0.5692, Shift(0.2, 0.1, 0.3, statistic: 2).DetectableShift(0.005), 3);

    private static LogShift Shift(double shift, double low, double high, double statistic) =>
        new(shift, new Interval(low, high), statistic, StandardError: 0.1, Degrees);
}
