using DroneDelivery.LoadTests.Insight.Advice.Predictions;

namespace DroneDelivery.Insight.Tests.Advice.Predictions;

/// <summary>A run made by hand after the change is what a prediction from the run before it must come to.</summary>
public sealed class PredictorTests
{
    private const double Near = 0.05;

    [Fact]
    public void MoreRequestUnits_SerialQuery_ComesToTheRunWithoutThrottling() => AssertNear(
        Predicted(HandmadeRun.SerialQuery with { ThrottledOnceIn = 3 }), HandmadeRun.SerialQuery);

    [Fact]
    public void WithParallelCalls_SerialQuery_ComesToTheParallelRun() =>
        AssertNear(Predicted(HandmadeRun.SerialQuery), HandmadeRun.ParallelQuery);

    [Fact]
    public void OneCall_ParallelQuery_ComesToTheRunWithAKey() =>
        AssertNear(Predicted(HandmadeRun.ParallelQuery), HandmadeRun.Healthy);

    [Fact]
    public void MoreConnections_CallsThatQueue_ComesToTheRunWithoutQueue() =>
        AssertNear(Predicted(HandmadeRun.ParallelQuery with { QueueMs = 200 }), HandmadeRun.ParallelQuery);

    [Fact]
    public void OneCall_NinePartitions_ProposesNoLessThanCanBeProvisioned()
    {
        var prediction = Predicted(HandmadeRun.ParallelQuery);

        Assert.True(prediction.EnoughRequestUnitsPerSecond >= 600, $"{prediction.EnoughRequestUnitsPerSecond} RU/s");
    }

    [Fact]
    public void MoreRequestUnits_SerialQuery_AreEnoughForTheHeaviestStep()
    {
        var prediction = Predicted(HandmadeRun.SerialQuery with { ThrottledOnceIn = 3 });

        // 40 users / (0.57 s + 0.3 s) x 29 RU, of which 70 % may be used: about 1,900.
        Assert.InRange(prediction.ProvisionedRequestUnitsPerSecond, 1_700, 2_100);
        Assert.Equal(0, prediction.ProvisionedRequestUnitsPerSecond % 100);
    }

    [Theory]
    [InlineData(900, 52.56)]
    [InlineData(2_500, 146)]
    [InlineData(2_401, 146)]
    public void MonthlyCost_ProvisionedThroughput_IsAsDocumented(double requestUnits, double dollars) =>
        Assert.Equal(dollars, new Prediction(1, 1, 1, requestUnits, requestUnits, "").MonthlyCost, 2);

    private static Prediction Predicted(HandmadeRun run)
    {
        var step = run.Explain().Provable;
        Assert.NotNull(step?.Prediction);
        return step.Prediction;
    }

    private static void AssertNear(Prediction prediction, HandmadeRun after)
    {
        var record = after.Data().Record;
        Assert.Equal(record.Load.RequestsPerSecond, prediction.RequestsPerSecond, record.Load.RequestsPerSecond * Near);
        Assert.Equal(record.Load.Latency.MeanMs, prediction.MeanMs, record.Load.Latency.MeanMs * Near);
        var units = record.Cosmos.RequestUnits / record.Load.Sent;
        Assert.Equal(units, prediction.RequestUnitsPerOperation, units * Near);
    }
}
