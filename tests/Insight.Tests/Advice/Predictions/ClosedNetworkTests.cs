using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Advice.Predictions;

namespace DroneDelivery.Insight.Tests.Advice.Predictions;

public sealed class ClosedNetworkTests
{
    private static readonly IReadOnlyList<StepSummary> TwoSteps = [new(10, 5, 0, 0, 0, 0), new(30, 5, 0, 0, 0, 0)];

    [Fact]
    public void FromLoad_ThinkTimeNotKnown_GivesBackTheRunsOwnFigures()
    {
        var load = SampleRecords.Run.Load with { ThinkTimeMs = null };

        var network = ClosedNetwork.FromLoad(load);

        Assert.NotNull(network);
        var (rate, mean) = network.Solve(load.Latency.MeanMs, double.PositiveInfinity);
        Assert.Equal(load.RequestsPerSecond, rate, 6);
        Assert.Equal(load.Latency.MeanMs, mean, 6);
    }

    [Fact]
    public void FromLoad_ThinkTimeKnown_TakesIt() =>
        Assert.Equal(300, ClosedNetwork.FromLoad(SampleRecords.Run.Load with { ThinkTimeMs = 300 })?.ThinkTimeMs);

    [Fact]
    public void Solve_NoBound_IsLittlesLawOfTheMeanUsers()
    {
        var (rate, mean) = new ClosedNetwork(TwoSteps, 300).Solve(200, double.PositiveInfinity);

        Assert.Equal(20 / 0.5, rate, 6);
        Assert.Equal(200, mean, 6);
    }

    [Fact]
    public void Solve_Bound_HeavySteps_WaitForTheResource()
    {
        // 10 users make 20 req/s and are not held back; 30 would make 60 and get 40, with 30 / 40 - 0.3 = 0.45 s.
        var (rate, mean) = new ClosedNetwork(TwoSteps, 300).Solve(200, 40);

        Assert.Equal(30, rate, 6);
        Assert.Equal(((20 * 200) + (40 * 450)) / 60.0, mean, 6);
    }

    [Fact]
    public void Solve_NoCapacity_AnswersNothing() => Assert.Equal((0, 200), new ClosedNetwork(TwoSteps, 300).Solve(200, 0));

    [Fact]
    public void FromLoad_OpenLoop_IsNull() =>
        Assert.Null(ClosedNetwork.FromLoad(SampleRecords.Run.Load with { Steps = [new(0, 5, 100, 0, 20, 30)] }));

    [Fact]
    public void FromLoad_NothingAnswered_IsNull() => Assert.Null(ClosedNetwork.FromLoad(SampleRecords.Run.Load with { Successful = 0 }));
}
