using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using MathNet.Numerics.Distributions;

namespace DroneDelivery.Insight.Tests.Advice.Evidence;

public sealed class LognormalTests
{
    [Fact]
    public void MeanOfLargest_OneDraw_IsTheMean() => Assert.Equal(50, new Lognormal(50, 0.5).MeanOfLargest(1));

    [Fact]
    public void MeanOfLargest_NoWidth_IsTheMean() => Assert.Equal(50, new Lognormal(50, 0).MeanOfLargest(9));

    /// <summary>Of two draws the larger has the mean 2 m N(sigma / sqrt 2), known in closed form.</summary>
    [Theory]
    [InlineData(0.3)]
    [InlineData(0.5)]
    [InlineData(1)]
    [InlineData(3)]
    public void MeanOfLargest_TwoDraws_IsTheClosedForm(double sigma)
    {
        var expected = 2 * 50 * Normal.CDF(0, 1, sigma / Math.Sqrt(2));

        Assert.Equal(expected, new Lognormal(50, sigma).MeanOfLargest(2), 2);
    }

    [Fact]
    public void MeanOfLargest_NineDraws_IsThatOfManyTrials()
    {
        var random = new Random(7);
        var trials = Enumerable.Range(0, 40_000).Select(_ => Enumerable.Range(0, 9).Max(_ => Draw(random, 50, 0.47))).Average();

        Assert.Equal(trials, new Lognormal(50, 0.47).MeanOfLargest(9), trials * 0.01);
    }

    [Fact]
    public void Fit_Draws_GivesBackMeanAndSigma()
    {
        var random = new Random(3);

        var fit = Lognormal.Fit(Enumerable.Range(0, 20_000).Select(_ => Draw(random, 50, 0.47)));

        Assert.Equal(50, fit.Mean, 0.7);
        Assert.Equal(0.47, fit.Sigma, 0.02);
    }

    [Fact]
    public void Fit_NoSamples_IsZero() => Assert.Equal(default, Lognormal.Fit([]));

    [Fact]
    public void Fit_SamplesOfZero_AreLeftOut() => Assert.Equal(10, Lognormal.Fit([0, 10, 0, 10]).Mean);

    [Fact]
    public void Fit_ElevenSamples_TakesTheWidthFromTheSecondAndTheTenth()
    {
        var fit = Lognormal.Fit([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);

        // From 2 to 10 are 2 x 1.28155 standard deviations of the logarithm.
        Assert.Equal(6, fit.Mean);
        Assert.Equal(Math.Log(5) / 2.5631, fit.Sigma, 4);
    }

    private static double Draw(Random random, double mean, double sigma) =>
        mean * Math.Exp((sigma * random.NextNormal()) - (sigma * sigma / 2));
}
