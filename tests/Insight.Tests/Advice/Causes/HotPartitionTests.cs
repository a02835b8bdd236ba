using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class HotPartitionTests
{
    // Partition 4 used 200 RU in all.
    private static readonly LogicalKeyUsage HalfOfThePartition = new("owner-7", "4", 100, 30, 5);

    private static readonly string[] PartitionInWords =
    [
        "360 of 9,360 calls (3.8 %) were answered 429. Waiting to retry takes 9 ms of a mean latency of 210 ms.",
        "In the seconds with 429s partition 4 used 97 % of its budget of 100 RU/s; the median partition used 30 %.",
    ];

    [Fact]
    public void Find_NoKeyIsKnown_DescribesThePartition()
    {
        var finding = HotPartition.Find(Run());

        Assert.NotNull(finding);
        Assert.Equal(
            (Cause.HotPartition, "Partition 4 is hot: it is out of request units while others have plenty."),
            (finding.Cause, finding.Title));
        Assert.Equal(PartitionInWords, finding.Evidence);
        // 80 req/s of the 100 that the users would make.
        Assert.Equal(0.2, finding.Share, 9);
        Assert.Equal(Loss.Throughput, finding.Of);
    }

    [Fact]
    public void Find_NoKeyIsKnown_ProposesAnotherKeyOrMoreRequestUnits()
    {
        var steps = HotPartition.Find(Run())!.NextSteps;

        // 40 users in 0.4 s make 100 req/s of 5 RU, the partition is used twice as much as the mean, and 70 % are usable: 1,429.
        Assert.Equal(
            [
                "Choose a partition key that spreads the calls, or move RU/s to that partition.",
                "Alternative: provision 1500 RU/s. The other partitions then get more too and do not use it.",
            ],
            steps.Select(step => step.Text));
        Assert.Equal(new FlagChange("--throughput", "1500"), steps[1].Change);
        Assert.Equal(1_500, steps[1].Prediction?.ProvisionedRequestUnitsPerSecond);
    }

    [Fact]
    public void Find_OneKeyUsesHalf_DescribesTheKey()
    {
        var finding = HotPartition.Find(Run(HalfOfThePartition));

        Assert.NotNull(finding);
        Assert.Equal(
            (Cause.HotKey, "The key owner-7 is hot: alone it spends the request units of partition 4."),
            (finding.Cause, finding.Title));
        Assert.Equal(
            [.. PartitionInWords, "The key owner-7 used 100 RU, 50 % of what its partition used."], finding.Evidence);
        Assert.Equal(
            "Cache the answers for that key, or split it (a suffix, or hierarchical keys): "
            + "RU/s of other partitions do not help it.",
            finding.NextSteps[0].Text);
    }

    [Fact]
    public void Find_KeyWasCountedForLongerThanItsPartition_UsesAllOfItAtMost()
    {
        var finding = HotPartition.Find(Run(HalfOfThePartition with { RequestUnits = 300 }));

        Assert.Equal("The key owner-7 used 300 RU, 100 % of what its partition used.", finding!.Evidence[2]);
    }

    [Theory]
    [InlineData(99, Cause.HotPartition)]
    [InlineData(100, Cause.HotKey)]
    [InlineData(101, Cause.HotKey)]
    public void Find_KeyNearHalfOfItsPartition_ExplainsItFromHalfOn(double requestUnits, Cause cause) =>
        Assert.Equal(cause, HotPartition.Find(Run(HalfOfThePartition with { RequestUnits = requestUnits }))?.Cause);

    [Fact]
    public void Find_StepsOfTheLoadAreNotKnown_ProposesOnlyAnotherKey()
    {
        var finding = HotPartition.Find(Run([], []));

        Assert.Equal(
            [new NextStep("Choose a partition key that spreads the calls, or move RU/s to that partition.")], finding!.NextSteps);
        // Without a prediction, the share of throttled calls.
        Assert.Equal(360.0 / 9_360, finding.Share, 9);
    }

    private static RunEvidence Run(params LogicalKeyUsage[] keys) => Run([new StepSummary(40, 50, 4_000, 0, 210, 400)], keys);

    /// <summary>5 RU for each request. Partition 4 throttles in two of its three seconds.</summary>
    private static RunEvidence Run(IReadOnlyList<StepSummary> steps, IReadOnlyList<LogicalKeyUsage> keys) => ThrottledRun.Create(
        steps,
        requestUnits: 20_000,
        [
            new PartitionRecord("0", 100, 1_000, [new(0, 25, 9, 0), new(1, 35, 9, 0), new(2, 0, 0, 0)]),
            new PartitionRecord("1", 100, 1_000, [new(0, 15, 9, 0), new(1, 25, 9, 0), new(2, 0, 0, 0)]),
            new PartitionRecord("4", 100, 1_000, [new(0, 95, 30, 3), new(1, 99, 30, 2), new(2, 6, 2, 0)]),
        ],
        keys);
}
