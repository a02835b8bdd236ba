using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Evidence;

/// <summary>The run sends 1,000 requests, of which 980 are successful, in 50 s.</summary>
public sealed class ThrottlingTests
{
    [Theory]
    [InlineData(0.59, false)]
    [InlineData(0.6, true)]
    [InlineData(0.61, true)]
    public void IsEverywhere_MedianPartition_UsesMostOfItsBudget(double typicalUse, bool everywhere) =>
        Assert.Equal(everywhere, new Throttling(0, 0, typicalUse, Partition("0", 100), 1, Matters: false).IsEverywhere);

    [Fact]
    public void FromRun_HalfOfTheCallsThrottled_GivesTheirShareAndTheWaitOfARequest()
    {
        var throttling = Throttling.FromRun(Run(Calls(500, 500), retryAfterMs: 100));

        // 500 waits of 100 ms in 1,000 requests.
        Assert.Equal((0.5, 50.0), (throttling.ShareOfCalls, throttling.WaitMs));
    }

    [Fact]
    public void FromRun_TracedCallWaitsLongerThanTheMeanRequest_IsAtMostTheLatency()
    {
        // 500 waits of 400 ms in 1,000 requests, of which the mean takes 100 ms.
        Assert.Equal(100, Throttling.FromRun(Run(Calls(500, 500), retryAfterMs: 400)).WaitMs);
    }

    [Fact]
    public void FromRun_NoCallsAndNothingSent_IsZero()
    {
        var throttling = Throttling.FromRun(Run(Calls(0, 0), sent: 0));

        Assert.Equal((0.0, 0.0), (throttling.ShareOfCalls, throttling.WaitMs));
        Assert.False(throttling.Matters);
    }

    /// <summary>Of 1,000 calls 1 % are healthy, and of a latency of 100 ms waits of 3 % are acceptable.</summary>
    [Theory]
    [InlineData(10, 300, true)]
    [InlineData(10, 299, false)]
    [InlineData(9, 400, false)]
    [InlineData(20, 10, false)]
    [InlineData(20, 400, true)]
    public void FromRun_CallsAndWaits_MatterOnlyAboveBothLimits(int throttled, double retryAfterMs, bool matters)
    {
        var run = Run(Calls(1_000 - throttled, throttled), retryAfterMs: retryAfterMs);

        Assert.Equal(matters, Throttling.FromRun(run).Matters);
    }

    [Fact]
    public void FromRun_PartitionsThatThrottle_CountsOnlySecondsWithThrottledCalls()
    {
        PartitionRecord[] partitions =
        [
            Partition("0", 100, new(0, 90, 30, 2), new(1, 10, 3, 0), new(2, 70, 20, 1)),
            Partition("1", 100, new(0, 30, 10, 0), new(1, 99, 30, 0), new(2, 40, 10, 0)),
            Partition("2", 100, new(0, 20, 10, 0), new(1, 99, 30, 0), new(2, 30, 10, 0)),
        ];

        var throttling = Throttling.FromRun(Run(Calls(100, 3), partitions));

        // In the seconds 0 and 2 the partitions use 160, 70 and 50 RU of 200.
        Assert.Equal("0", throttling.Hottest?.Id);
        Assert.Equal(0.8, throttling.HottestUse, 6);
        Assert.Equal(0.35, throttling.TypicalUse, 6);
    }

    [Fact]
    public void FromRun_NoThrottledSecond_IsNoUse()
    {
        var throttling = Throttling.FromRun(Run(Calls(100, 0), [Partition("0", 100, new(0, 90, 30, 0), new(1, 10, 3, 0))]));

        Assert.Equal((0.0, 0.0), (throttling.HottestUse, throttling.TypicalUse));
    }

    [Fact]
    public void FromRun_BudgetsAreNotKnown_ComparesWithThePartitionThatUsedMost()
    {
        var throttling = Throttling.FromRun(Run(Calls(100, 3),
        [
            Partition("0", 0, new(0, 45, 15, 0), new(1, 900, 30, 0)), Partition("1", 0, new(0, 90, 30, 3), new(1, 10, 3, 0)),
            Partition("2", 0, new(0, 36, 15, 0), new(1, 900, 30, 0)),
        ]));

        Assert.Equal(("1", 1.0, 0.5), (throttling.Hottest?.Id, throttling.HottestUse, throttling.TypicalUse));
    }

    [Fact]
    public void FromRun_NoPartitions_HasNoHottest()
    {
        var throttling = Throttling.FromRun(Run(Calls(100, 3), []));

        Assert.Null(throttling.Hottest);
        Assert.True(throttling.IsEverywhere);
        Assert.Equal(0, throttling.HottestUse);
    }

    /// <summary>The run has 19.6 requests per second: with 24.5 it has lost a fifth. A share is never negative.</summary>
    [Theory]
    [InlineData(24.5, 0.2)]
    [InlineData(10.0, 0)]
    [InlineData(0.0, 0.4)]
    [InlineData(null, 0.4)]
    public void Share_RateWithoutThrottling_IsTheLossOrTheShareOfCalls(double? without, double expected) =>
        Assert.Equal(expected, new Throttling(0.4, 0, 0, null, 0, Matters: true).Share(Run(Calls(600, 400)), without), 6);

    [Fact]
    public void InWords_ThrottledCalls_StatesCallsWaitsAndLatency() =>
        Assert.Equal(
            "1,360 of 10,360 calls (13 %) were answered 429. Waiting to retry takes 12.5 ms of a mean latency of 100 ms.",
            new Throttling(0.131, 12.5, 0, null, 0, Matters: true).InWords(Run(Calls(9_000, 1_360))));

    private static Dictionary<string, long> Calls(long answered, long throttled) =>
        new() { ["200"] = answered, [CosmosRecord.Throttled] = throttled };

    private static PartitionRecord Partition(string id, double budget, params PartitionSecond[] seconds) =>
        new(id, budget, 1_000, seconds);

    /// <summary>A mean latency of 100 ms, and one trace with a throttled call.</summary>
    private static RunEvidence Run(
        Dictionary<string, long> calls,
        IReadOnlyList<PartitionRecord>? partitions = null,
        double retryAfterMs = 100,
        long sent = 1_000)
    {
        var run = SampleRecords.Run;
        var trace = TraceBuilder.Invoice("t", 1_000).Cosmos("0", 10, 5, 429).Cosmos("0", 15 + retryAfterMs, 20);
        return new RunEvidence(new RunData(
            run with
            {
                Load = run.Load with { Sent = sent, Latency = SampleRecords.Latency(100) },
                Cosmos = run.Cosmos with { DataCallsByStatus = calls, Partitions = partitions ?? run.Cosmos.Partitions },
            },
            RunSamples.None with { Spans = trace.Spans }));
    }
}
