using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class LimitGridTests
{
    [Fact]
    public void At_FirstAndLastPoint_AreTheEnds()
    {
        var grid = new LimitGrid(low: 2, high: 12, points: 11);

        Assert.Equal((2, 12, 1), (grid.At(0), grid.At(10), grid.Step));
    }

    /// <summary>Three quarters of the likelihood are at 1: the other quarter is within half a step around 3.</summary>
    [Theory]
    [InlineData(0.1875, 0.75)]
    [InlineData(0.375, 1)]
    [InlineData(0.875, 3)]
    public void Quantile_TwoPoints_IsUniformAroundEach(double share, double limit)
    {
        var grid = new LimitGrid(low: 0, high: 4, points: 5);
        grid.Add(1, Math.Log(3e-9), other: 10);
        grid.Add(3, Math.Log(1e-9), other: 50);

        Assert.Equal(limit, grid.Quantile(share), 1e-9);
        Assert.Equal(20, grid.Mean, 1e-9);
    }

    /// <summary>Rounding leaves a little more than the likelihood of the last point.</summary>
    [Theory]
    [InlineData(1.0, 0.1, 0.1, 0.1)]
    [InlineData(1.0, 0.1, 0.2, 0.3)]
    public void Quantile_OfEverything_IsTheUpperEndOfTheLastPoint(params double[] likelihoods)
    {
        var grid = new LimitGrid(low: 0, high: likelihoods.Length - 1, likelihoods.Length);
        foreach (var (point, likelihood) in likelihoods.Index())
        {
            grid.Add(point, Math.Log(likelihood), other: 0);
        }

        Assert.Equal(likelihoods.Length - 0.5, grid.Quantile(1), 1e-9);
    }
}
