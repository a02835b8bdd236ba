using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class RepeatShiftTests
{
    [Fact]
    public void Estimate_TwoGroups_IsStudentsTestOfTheirMeans()
    {
        var shift = RepeatShift.Estimate([1, 2, 3], [4, 6, 8, 10], seed: 1);

        // Squares 2 and 20 over 5 degrees of freedom; 4.4 (1 / 3 + 1 / 4).
        Assert.Equal(1.602, shift.StandardError, 3);
        Assert.Equal(5 / 1.602, shift.Statistic, 2);
        Assert.Equal((5, 5), (shift.Shift, shift.DegreesOfFreedom));
    }

    /// <summary>A rare high value of A makes B's lead uncertain downwards: the interval has its longer side there.</summary>
    [Fact]
    public void Estimate_SkewedGroup_ReflectsTheTailsOfTheResampledShifts()
    {
        var shift = RepeatShift.Estimate([0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.4], [0.1, 0.12], seed: 1);

        var (below, above) = (shift.Shift - shift.Interval.Low, shift.Interval.High - shift.Shift);
        Assert.Equal((0.28, 0.15), (Math.Round(below, 2), Math.Round(above, 2)));
    }
}
