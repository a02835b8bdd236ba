using DroneDelivery.LoadTests.Insight.Capacity;

namespace DroneDelivery.Insight.Tests.Capacity;

public sealed class ScalabilityModelTests
{
    [Theory]
    [InlineData(100, 0, 0)]
    [InlineData(100, 0.05, 0)]
    [InlineData(100, 0.05, 0.001)]
    [InlineData(25, 0, 0.0004)]
    public void Of_PointsOfTheLaw_FindsItsCoefficients(double lambda, double sigma, double kappa)
    {
        var law = new ScalabilityModel(lambda, sigma, kappa, 1);

        var model = ScalabilityModel.Of([.. new[] { 1.0, 2, 4, 8, 16, 32 }.Select(n => (n, law.ThroughputAt(n)))]);

        Assert.NotNull(model);
        Assert.Equal((lambda, sigma, kappa), (Math.Round(model.Lambda, 6), Math.Round(model.Sigma, 6), Math.Round(model.Kappa, 6)));
        Assert.Equal(1, model.Fit, 6);
    }

    [Fact]
    public void Of_PublishedExample_FindsItsCoefficients()
    {
        // Speedups of a ray tracer on 1 to 64 processors: Gunther (2007), table 5.1; there σ = 0.0498 and κ = 1.143e-5.
        (double, double)[] points = [(1, 20), (4, 78), (8, 130), (12, 170), (16, 190), (20, 200), (24, 210), (28, 230), (32, 260), (48, 280), (64, 310)];

        var model = ScalabilityModel.Of(points);

        Assert.NotNull(model);
        Assert.InRange(model.Sigma, 0.035, 0.06);
        Assert.InRange(model.Kappa, 0, 1e-4);
        Assert.InRange(model.Fit, 0.98, 1);
    }

    [Fact]
    public void PeakInFlight_Coherency_IsWhereThroughputIsHighest()
    {
        var model = new ScalabilityModel(100, 0.02, 0.0005, 1);

        var peak = model.PeakInFlight;

        Assert.True(model.ThroughputAt(peak) > model.ThroughputAt(peak * 0.9));
        Assert.True(model.ThroughputAt(peak) > model.ThroughputAt(peak * 1.1));
    }

    [Fact]
    public void Of_TooFewPoints_IsNull() => Assert.Null(ScalabilityModel.Of([(1, 10), (2, 20), (2, 20), (3, 29)]));

    [Fact]
    public void Predict_NothingShared_IsBetweenOneAndSoManyTimesOne()
    {
        var prediction = InstancePrediction.Of(4, 500, 20, new ScalabilityModel(40, 0.03, 0, 1), shared: null);

        Assert.Equal(2_000, prediction.High);
        Assert.InRange(prediction.Low, 500, 2_000);
        Assert.Null(prediction.CappedBy);
    }

    [Fact]
    public void Predict_SharedLimit_CapsIt()
    {
        var database = new SharedLimit("request units", 735);

        var prediction = InstancePrediction.Of(4, 500, 20, new ScalabilityModel(40, 0.03, 0, 1), database);

        Assert.Equal((735, database), (prediction.High, prediction.CappedBy));
        Assert.InRange(prediction.Low, 500, 735);
    }
}
