using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class RequestUnitsExhaustedTests
{
    private static readonly IReadOnlyList<StepSummary> Steps = [new StepSummary(40, 50, 4_000, 0, 210, 400)];

    [Fact]
    public void Find_AllPartitionsAreFull_SaysWhatTheContainerAllows()
    {
        var finding = RequestUnitsExhausted.Find(Run(Steps));

        Assert.NotNull(finding);
        Assert.Equal(
            (Cause.RequestUnits, "The container is out of request units: 900 RU/s are not enough."),
            (finding.Cause, finding.Title));
        // 900 RU/s are 90 operations of 10 RU.
        Assert.Equal(
            [
                "360 of 9,360 calls (3.8 %) were answered 429. Waiting to retry takes 9 ms of a mean latency of 210 ms.",
                "In the seconds with 429s the partitions used 90 % of their budget at the median: "
                + "it is the whole container, not one partition.",
                "An operation costs 10 RU, so the container allows 90 req/s at most.",
            ],
            finding.Evidence);
        // 80 req/s of the 100 that the users would make.
        Assert.Equal(0.2, finding.Share, 9);
        Assert.Equal(Loss.Throughput, finding.Of);
    }

    [Fact]
    public void Find_AllPartitionsAreFull_ProposesWhatTheHeaviestStepNeeds()
    {
        var step = Assert.Single(RequestUnitsExhausted.Find(Run(Steps))!.NextSteps);

        // 40 users in 0.4 s make 100 req/s of 10 RU, the last partition is used 1.25 times as much as the mean, and 70 % are
        // usable: 1,786.
        Assert.Equal("Provision more RU/s: 1800 are enough for the heaviest step.", step.Text);
        Assert.Equal(new FlagChange("--throughput", "1800"), step.Change);
        Assert.Equal(1_800, step.Prediction?.ProvisionedRequestUnitsPerSecond);
    }

    [Fact]
    public void Find_StepsOfTheLoadAreNotKnown_ProposesMoreWithoutANumber()
    {
        var finding = RequestUnitsExhausted.Find(Run([]));

        Assert.Equal([new NextStep("Provision more RU/s.")], finding!.NextSteps);
        // Without a prediction, the share of throttled calls.
        Assert.Equal(360.0 / 9_360, finding.Share, 9);
    }

    // 10 users in 0.4 s make 25 req/s of 10 RU, a quarter more on the last partition, and 70 % are usable: 446 of 900 RU/s.
    [Fact]
    public void Find_EnoughOnAverage_ProposesMoreWithoutANumber()
    {
        var finding = RequestUnitsExhausted.Find(Run([new StepSummary(10, 50, 4_000, 0, 210, 400)]));

        Assert.Equal([new NextStep("Provision more RU/s.")], finding!.NextSteps);
    }

    // The median partition uses its budget of 100 RU/s to 60 % or more.
    [Theory]
    [InlineData(59, false)]
    [InlineData(60, true)]
    public void Find_MedianPartitionNearTheLimit_IsFoundFromTheLimitOn(double medianUnits, bool found) =>
        Assert.Equal(found, RequestUnitsExhausted.Find(Run(Steps, medianUnits)) is not null);

    /// <summary>10 RU for each request. Of three partitions one is full in each second.</summary>
    private static RunEvidence Run(IReadOnlyList<StepSummary> steps, double medianUnits = 90) => ThrottledRun.Create(
        steps,
        requestUnits: 40_000,
        [Partition("0", 50), Partition("1", medianUnits), Partition("4", 100, throttled: 3)]);

    private static PartitionRecord Partition(string id, double requestUnits, long throttled = 0) =>
        new(id, 100, 1_000, [new(0, requestUnits, 30, throttled), new(1, requestUnits, 30, throttled)]);
}
