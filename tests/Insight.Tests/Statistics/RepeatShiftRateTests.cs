using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class RepeatShiftRateTests(ITestOutputHelper output)
{
    /// <summary>
    /// Skewed values in groups of unequal size make the resampled shifts skewed: the interval holds as often as it says only where
    /// their upper tail gives its lower end, and the other way round.
    /// </summary>
    [Theory]
    [InlineData(2, 8)]
    [InlineData(8, 2)]
    public void Estimate_SkewedGroupsOfUnequalSize_HoldsTheTruthAsOftenAsItSays(int countA, int countB)
    {
        const int Many = 500;
        var random = new SeededRandom(5);
        var held = Enumerable.Range(0, Many).Count(simulation =>
            RepeatShift.Estimate(Draw(countA), Draw(countB), (ulong)simulation).Interval.Contains(0));

        output.WriteLine($"{countA} against {countB}: held in {100.0 * held / Many:0.0} of 100");
        Assert.True(held >= Many * 0.96, $"held in {held} of {Many}");

        double[] Draw(int count) => [.. Enumerable.Range(0, count).Select(_ => -0.02 * Math.Log(1 - random.NextDouble()))];
    }
}
