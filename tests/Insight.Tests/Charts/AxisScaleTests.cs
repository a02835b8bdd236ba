using DroneDelivery.LoadTests.Insight.Charts;

namespace DroneDelivery.Insight.Tests.Charts;

public sealed class AxisScaleTests
{
    [Theory]
    [InlineData(103, 6, new double[] { 0, 20, 40, 60, 80, 100, 120 })]
    [InlineData(0.83, 4, new double[] { 0, 0.5, 1 })]
    [InlineData(0, 4, new double[] { 0, 0.5, 1 })]
    public void Ticks_AnyLargestValue_AreRoundAndCoverIt(double largest, int ticks, double[] expected) =>
        Assert.Equal(expected, new AxisScale(largest, 0, 100, ticks).Ticks.Select(tick => Math.Round(tick, 9)));

    [Fact]
    public void Ticks_ExactAxis_EndBeforeItsEnd() =>
        Assert.Equal([0, 10, 20, 30, 40], new AxisScale(45.2, 0, 100, 6, exact: true).Ticks);

    [Fact]
    public void At_Values_LieBetweenTheEnds()
    {
        var scale = new AxisScale(100, 200, 0, 5);

        Assert.Equal([200, 100, 0, 0, 200], new double[] { 0, 50, 100, 130, -5 }.Select(scale.At));
    }
}
