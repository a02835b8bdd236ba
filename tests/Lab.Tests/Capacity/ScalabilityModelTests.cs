using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class ScalabilityModelTests
{
    [Theory]
    [InlineData(100, 0, 0)]
    [InlineData(100, 0.05, 0)]
    [InlineData(100, 0.05, 0.001)]
    [InlineData(25, 0, 0.0004)]
    public void FitTo_PointsOfTheLaw_FindsItsCoefficients(double lambda, double sigma, double kappa)
    {
        var law = new ScalabilityModel(lambda, sigma, kappa, 1);

        var model = ScalabilityModel.FitTo([.. new[] { 1.0, 2, 4, 8, 16, 32 }.Select(n => (n, law.ThroughputAt(n)))]);

        Assert.NotNull(model);
        Assert.Equal(
            (lambda, sigma, kappa), (Math.Round(model.Lambda, 6), Math.Round(model.Sigma, 6), Math.Round(model.Kappa, 6)));
        Assert.Equal(1, model.Fit, 6);
    }

    /// <summary>
    /// Speedups of a ray tracer on 1 to 64 processors: Gunther (2007), table 5.1. The book takes the throughput of one processor,
    /// 20, for exact and has σ = 0.0498 and κ = 1.143e-5 by least squares of throughput. Here that of one is fitted too, as a
    /// system's first request is measured no better than the rest, and errors are relative: other coefficients of nearly the same
    /// curve. The expected ones are least squares of n / throughput, weighted by (throughput / n)², computed apart.
    /// </summary>
    [Fact]
    public void FitTo_PublishedExample_FindsNearlyTheSameCurve()
    {
        (double N, double Throughput)[] points =
            [(1, 20), (4, 78), (8, 130), (12, 170), (16, 190), (20, 200), (24, 210), (28, 230), (32, 260), (48, 280), (64, 310)];
        var published = new ScalabilityModel(20, 0.0498, 1.143e-5, 1);

        var model = ScalabilityModel.FitTo(points);

        Assert.NotNull(model);
        Assert.Equal(21.75, model.Lambda, 2);
        Assert.Equal(0.0569, model.Sigma, 4);
        Assert.Equal(0.0000035, model.Kappa, 7);
        Assert.Equal(0.9905, model.Fit, 4);
        Assert.All(points, point => Assert.InRange(model.ThroughputAt(point.N) / published.ThroughputAt(point.N), 0.98, 1.09));
        Assert.InRange(RelativeSquares(model), 0, RelativeSquares(published));

        double RelativeSquares(ScalabilityModel law) => points.Sum(
            point => Math.Pow(1 - (point.Throughput / law.ThroughputAt(point.N)), 2));
    }

    /// <summary>n / throughput grows more and more slowly, so a parabola through it would open downwards.</summary>
    [Fact]
    public void FitTo_CoherencyWouldBeNegative_IsTheBestFitWithContentionAlone()
    {
        (double N, double Answer)[] points = [(1, 0.0100), (2, 0.0112), (4, 0.0132), (8, 0.0168), (16, 0.0236)];

        var model = ScalabilityModel.FitTo([.. points.Select(point => (point.N, point.N / point.Answer))]);

        Assert.Equal(0, model!.Kappa);
        Assert.InRange(model.Sigma, 0.08, 0.12);
    }

    [Fact]
    public void PeakInFlight_Coherency_IsWhereThroughputIsHighest()
    {
        var model = new ScalabilityModel(100, 0.02, 0.0005, 1);

        var peak = model.PeakInFlight;

        Assert.True(model.ThroughputAt(peak) > model.ThroughputAt(peak * 0.9));
        Assert.True(model.ThroughputAt(peak) > model.ThroughputAt(peak * 1.1));
    }

    /// <summary>Throughput does not vary, so there is nothing to explain.</summary>
    [Fact]
    public void FitTo_SameThroughputAtEachLoad_IsContentionAlone()
    {
        var model = ScalabilityModel.FitTo([(1, 100), (2, 100), (4, 100), (8, 100)]);

        Assert.Equal((1, 0, 0), (Math.Round(model!.Sigma, 6), Math.Round(model.Kappa, 6), model.Fit));
        Assert.Equal(double.PositiveInfinity, (model with { Kappa = 0 }).PeakInFlight);
    }

    [Fact]
    public void FitTo_TooFewPoints_IsNull() => Assert.Null(ScalabilityModel.FitTo([(1, 10), (2, 20), (2, 20), (3, 29)]));

    [Fact]
    public void FitTo_FewestPointsWithTwoInFlight_FindsTheCurve()
    {
        var law = new ScalabilityModel(100, 0.05, 0, 1);
        (double, double)[] points = [.. new[] { 0.5, 1, 1.5, 2 }.Select(n => (n, law.ThroughputAt(n)))];

        Assert.Equal(100, ScalabilityModel.FitTo([.. points, (0, 50), (3, 0)])!.Lambda, 6);
        Assert.Null(ScalabilityModel.FitTo([.. points[..3], (1.99, law.ThroughputAt(1.99))]));
    }

    /// <summary>
    /// At worst by the law: 80 requests in one system instead of 20. Without coherency that is 80 / (1 + 0.03 · 79) over
    /// 20 / (1 + 0.03 · 19), 1.8635 times as much.
    /// </summary>
    [Fact]
    public void Predict_NothingShared_IsBetweenTheLawAndSoManyTimesOne()
    {
        var prediction = InstancePrediction.ForInstances(4, 500, 20, new ScalabilityModel(40, 0.03, 0, 1), shared: null);

        Assert.Equal(2_000, prediction.High);
        Assert.Equal(931.8, prediction.Low, 1);
        Assert.Null(prediction.CappedBy);
    }

    /// <summary>
    /// With coherency throughput is highest at 28.28 in the system, √(0.8 / 0.001), and more requests are not let in: 28.28 / (1
    /// + 0.2 · 27.28 + 0.001 · 28.28 · 27.28) over 20 / (1 + 0.2 · 19 + 0.001 · 20 · 19) is 1.0134.
    /// </summary>
    [Fact]
    public void Predict_LawHasAPeak_GoesNoFurtherThanThat()
    {
        var prediction = InstancePrediction.ForInstances(4, 500, 20, new ScalabilityModel(40, 0.2, 0.001, 1), shared: null);

        Assert.Equal(506.7, prediction.Low, 1);
    }

    [Fact]
    public void Predict_SharedLimit_CapsIt()
    {
        var database = new SharedLimit("request units", 735);

        var prediction = InstancePrediction.ForInstances(4, 500, 20, new ScalabilityModel(40, 0.03, 0, 1), database);

        Assert.Equal((735, database), (prediction.High, prediction.CappedBy));
        Assert.InRange(prediction.Low, 500, 735);
    }
}
