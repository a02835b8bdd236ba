using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

/// <summary>The expected values are computed by hand.</summary>
public sealed class StraightLineTests
{
    /// <summary>Means 3 and 30, squares of x 10, products 98, residual squares 3.6 over three degrees of freedom.</summary>
    private static readonly StraightLine Steep = new([(1, 11), (2, 19), (3, 30), (4, 41), (5, 49)]);

    [Fact]
    public void Slope_FivePoints_IsThatOfLeastSquares() => Assert.Equal(9.8, Steep.Slope, 9);

    [Theory]
    [InlineData(1, 11, 0.6)]
    [InlineData(2, 19, -1.2)]
    [InlineData(5, 60, 10.4)]
    public void Residual_APoint_IsItsHeightAboveTheLine(double x, double y, double expected) =>
        Assert.Equal(expected, Steep.Residual((x, y)), 9);

    [Theory]
    [InlineData(30, 3)]
    [InlineData(49, 4.93878)]
    [InlineData(0.6, 0)]
    public void Solve_AValue_IsWhereTheLineHasIt(double y, double expected) => Assert.Equal(expected, Steep.Solve(y), 5);

    /// <summary>t = 3.1824, g = t² 1.2 / (9.8² 10) = 0.012655, middle 4.96363, half width 0.27282.</summary>
    [Fact]
    public void Interval_SteepLine_IsThatOfFieller()
    {
        var (low, high) = Steep.Interval(49)!.Value;

        Assert.Equal(4.6908, low, 4);
        Assert.Equal(5.2364, high, 4);
    }

    /// <summary>g = t² 1.2 / (0.8² 10) = 1.9: the slope may be zero.</summary>
    [Fact]
    public void Interval_SlopeMayBeZero_IsUnknown() =>
        Assert.Null(new StraightLine([(1, 1), (2, 3), (3, 2), (4, 5), (5, 4)]).Interval(3));

    [Fact]
    public void Slope_AllPointsAtOneX_IsZero() => Assert.Equal(0, new StraightLine([(2, 1), (2, 3), (2, 8)]).Slope);
}
