using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class BootstrapTests
{
    [Fact]
    public void Interval_MeanOfManySamples_IsThatOfTheNormalDistribution()
    {
        var random = new SeededRandom(3);
        double[] samples = [.. Enumerable.Range(0, 400).Select(_ => random.NextDouble())];

        var interval = Bootstrap.Interval(samples, Enumerable.Average);

        var error = Math.Sqrt(1 / 12.0 / 400);
        Assert.Equal(samples.Average() - (1.96 * error), interval.Low, 0.004);
        Assert.Equal(samples.Average() + (1.96 * error), interval.High, 0.004);
    }

    [Fact]
    public void Interval_MedianOfFive_RunsFromTheSmallestToTheLargest() =>
        Assert.Equal(new Interval(1, 9), Bootstrap.Interval([3, 1, 9, 4, 5], Quantile.Median));

    [Theory]
    [InlineData(new[] { 5.0, 1, 3 }, 3)]
    [InlineData(new[] { 4.0, 1, 3, 2 }, 2.5)]
    [InlineData(new[] { 7.0 }, 7)]
    public void Median_AnyOrder_IsTheMiddle(double[] values, double median) => Assert.Equal(median, Quantile.Median(values));

    [Fact]
    public void MedianInPlace_AnyValuesWithTies_IsTheMedian()
    {
        var random = new SeededRandom(8);
        for (var count = 1; count <= 60; count++)
        {
            double[] values = [.. Enumerable.Range(0, count).Select(_ => (double)random.Next(20))];

            Assert.Equal(Quantile.Median(values), Quantile.MedianInPlace([.. values]));
        }
    }

    [Fact]
    public void Median_OfNothing_IsRefused() => Assert.Throws<ArgumentException>(() => Quantile.Median([]));

    // From printed tables of Student's distribution.
    [Theory]
    [InlineData(0.05, 1, 12.706)]
    [InlineData(0.05, 2, 4.303)]
    [InlineData(0.01, 4, 4.604)]
    [InlineData(0.005, 8, 3.833)]
    [InlineData(0.005, 15, 3.286)]
    [InlineData(0.05, 1_000, 1.962)]
    public void Critical_ChanceAndDegrees_IsWhatTablesSay(double chance, int degrees, double expected)
    {
        var critical = StudentT.Critical(chance, degrees);

        Assert.Equal(expected, critical, 3);
        Assert.Equal(chance, StudentT.TwoSided(-critical, degrees), 6);
    }
}
