using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.Insight.Tests.Figures;

public sealed class ScenarioFiguresTests
{
    [Fact]
    public void Figures_Run_HasItsFigures()
    {
        var figures = new ScenarioFigures(SampleRecords.Run);

        Assert.Equivalent(
            new
            {
                RequestsPerSecond = 19.6,
                Successful = 980L,
                ThrottledCalls = 360L,
                DataCallsPerOperation = 9.36,
                PlanCallsPerOperation = 1.0,
                RequestUnitsPerOperation = 28.8,
                DurationSeconds = 50.0,
                SampleRecords.Run.Load.Latency,
                Successes = (object?)null,
            },
            figures);
    }

    [Fact]
    public void Figures_RunInWhichNothingEnded_HasNoLatency()
    {
        var run = SampleRecords.Run with { Load = SampleRecords.Run.Load with { Successful = 0, ClientErrors = 0 } };

        var figures = new ScenarioFigures(run);

        Assert.Null(figures.Latency);
    }

    [Fact]
    public void Figures_AsManyFailuresAsSuccesses_HasTheLatencyOfAll()
    {
        var run = SampleRecords.Run with { Load = SampleRecords.Run.Load with { Successful = 15, ClientErrors = 15 } };

        Assert.Equal(run.Load.Latency, new ScenarioFigures(run).Latency);
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(0, false)]
    public void Successes_OfARunWithFailures_AreThereIfAnySucceeded(long successful, bool expected)
    {
        var load = SampleRecords.Run.Load with { Successful = successful, Successes = SampleRecords.Latency(600) };

        Assert.Equal(expected, new ScenarioFigures(SampleRecords.Run with { Load = load }).Successes is not null);
    }

    [Fact]
    public void PartitionBudget_PartitionsWereSplit_IsTheLargest()
    {
        var cosmos = SampleRecords.Run.Cosmos with { Partitions = [new("0", 100, 1, []), new("1", 50, 1, [])] };

        Assert.Equal(100, new ScenarioFigures(SampleRecords.Run with { Cosmos = cosmos }).PartitionBudget);
    }

    [Fact]
    public void Figures_RunThatSentNothing_HasNoCallsPerOperation()
    {
        var run = SampleRecords.Run with { Load = SampleRecords.Run.Load with { Sent = 0, Successful = 0, DurationSeconds = 0 } };

        var figures = new ScenarioFigures(run);

        Assert.Equal((0, 0, 0), (figures.RequestsPerSecond, figures.DataCallsPerOperation, figures.RequestUnitsPerOperation));
    }
}
