using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class BootstrapTests
{
    [Fact]
    public void BetweenTails_ValuesInAnyOrder_LeavesTheSameShareOutAtEitherEnd()
    {
        double[] values = [.. Enumerable.Range(0, 101).Select(number => (double)(number * 37 % 101))];

        var interval = Bootstrap.BetweenTails(values);

        Assert.Equal((2.5, 97.5), (Math.Round(interval.Low, 9), Math.Round(interval.High, 9)));
    }

    [Fact]
    public void BetweenTails_AnotherLevel_IsNarrower()
    {
        double[] values = [.. Enumerable.Range(0, 101).Select(number => (double)number)];

        var interval = Bootstrap.BetweenTails(values, level: 0.8);

        Assert.Equal((10, 90), (Math.Round(interval.Low, 9), Math.Round(interval.High, 9)));
    }
}
