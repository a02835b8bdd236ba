using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

/// <summary>Requests that ask partitions 5, 6 and 7, of which 7 is slow.</summary>
public sealed class SlowPartitionTests
{
    private static readonly Call Quick = new("5", 10, 10);
    private static readonly Call Typical = new("6", 15, 20);
    private static readonly Call Slow = new("7", 10, 100);

    [Fact]
    public void Find_ParallelCalls_SaysHowLongRequestsWait()
    {
        PartitionRecord[] partitions = [Partition("5", 0, 1), Partition("6", 1, 2), Partition("7", 4, 2)];

        var finding = SlowPartition.Find(Run(Same(20, Quick, Typical, Slow), partitions: partitions));

        Assert.Equal("Partition 7 is slow.", finding?.Title);
        // All calls take from 10 to 110 ms, those of the other partitions from 10 to 35 ms. Seconds have 10 calls.
        Assert.Equal(
            [
                "Half of its calls take 100 ms or more (20 traced calls); on the median partition that is 20 ms.",
                "30 % of its calls were answered 429, 10 % on the others; the times above do not include waits to retry.",
                "Requests wait 75 ms longer for it than for the others, of a mean latency of 300 ms.",
            ],
            finding!.Evidence);
        Assert.Equal((0.25, Loss.Latency), (finding.Share, finding.Of));
        var step = Assert.Single(finding.NextSteps);
        Assert.Equal(
            "Look at partition 7 at the database: a failing replica, a split under way, a noisy neighbour.", step.Text);
        Assert.StartsWith("300 ms as measured less 75 ms", step.Prediction?.Model);
    }

    [Fact]
    public void Find_SomeRequestsAskOnlyTheSlowPartition_CountsWhatATypicalCallSaves()
    {
        var finding = SlowPartition.Find(Run([.. Same(20, Quick, Typical, Slow), .. Same(5, Slow)]));

        // 20 requests wait 75 ms longer, 5 requests 100 ms less 20 ms: 76 ms of 300 ms.
        Assert.Equal(76.0 / 300, finding!.Share, 9);
    }

    [Fact]
    public void Find_SerialCalls_CountsWhatSlowCallsTakeMoreThanTypicalOnes()
    {
        var (typical, slow) = (Typical with { AtMs = 20 }, Slow with { AtMs = 40 });

        var finding = SlowPartition.Find(
            Run([.. Same(20, Quick, typical, slow), .. Same(5, Quick, typical, slow with { DurationMs = 5 })]));

        // 20 requests wait 80 ms longer, and 5 do not: 64 ms of 300 ms.
        Assert.Equal(64.0 / 300, finding!.Share, 9);
    }

    /// <summary>The median partition takes 20 ms.</summary>
    [Theory]
    [InlineData(39, false)]
    [InlineData(40, true)]
    public void Find_PartitionsDiffer_NeedsTwiceTheMedianOne(double slowMs, bool isFound)
    {
        var run = Run(Same(20, Quick, Typical, Slow with { DurationMs = slowMs }), latencyMs: 60);

        Assert.Equal(isFound, SlowPartition.Find(run) is not null);
    }

    /// <summary>Requests wait 75 ms longer, which is a twentieth of 1,500 ms.</summary>
    [Theory]
    [InlineData(1_500, true)]
    [InlineData(1_501, false)]
    public void Find_LongRequests_NeedsATwentiethOfThem(double latencyMs, bool isFound) =>
        Assert.Equal(isFound, SlowPartition.Find(Run(Same(20, Quick, Typical, Slow), latencyMs)) is not null);

    [Theory]
    [InlineData(19, false)]
    [InlineData(20, true)]
    public void Find_FewCalls_NeedsTwentyOfEachPartition(int calls, bool isFound) =>
        Assert.Equal(isFound, SlowPartition.Find(Run(Same(calls, Quick, Typical, Slow))) is not null);

    [Fact]
    public void Find_TwoPartitions_HasNoMedianOne() => Assert.Null(SlowPartition.Find(Run(Same(20, Quick, Slow))));

    [Theory]
    [InlineData("6")]
    [InlineData("7")]
    public void Find_OnePartitionWasCounted_ComparesNoThrottling(string id)
    {
        var finding = SlowPartition.Find(Run(Same(20, Quick, Typical, Slow), partitions: [Partition(id, 4)]));

        Assert.Equal(2, finding!.Evidence.Count);
    }

    [Fact]
    public void Find_DatabaseSaysDurations_HasNoDoubt()
    {
        var finding = SlowPartition.Find(Run(Same(20, Quick, Typical, Slow with { AtDatabaseMs = "90" })));

        Assert.Equal((Confidence.Certain, null), (finding!.Confidence, finding.Doubt));
        Assert.StartsWith("Half of its calls take 90 ms or more", finding.Evidence[0]);
    }

    [Fact]
    public void Find_DatabaseDoesNotSayDurations_MayBeTheNetwork()
    {
        var finding = SlowPartition.Find(Run(Same(20, Quick, Typical, Slow)));

        Assert.Equal(
            (Confidence.Likely,
                "the database does not report how long its calls took, so the network to the partition may be the reason"),
            (finding!.Confidence, finding.Doubt));
    }

    private static RunEvidence Run(
        IEnumerable<IReadOnlyList<SpanRecord>> requests,
        double latencyMs = 300,
        IReadOnlyList<PartitionRecord>? partitions = null)
    {
        var record = SampleRecords.Run;
        var load = record.Load with { Latency = SampleRecords.Latency(latencyMs) };
        var cosmos = record.Cosmos with { Partitions = partitions ?? [] };
        var spans = requests.SelectMany((request, number) => request.Select(span => span with { TraceId = $"t{number}" }));
        return new RunEvidence(new RunData(
            record with { Load = load, Cosmos = cosmos }, RunSamples.None with { Spans = [.. spans] }));
    }

    private static IEnumerable<IReadOnlyList<SpanRecord>> Same(int count, params Call[] calls) =>
        Enumerable.Repeat(Request(calls), count);

    private static IReadOnlyList<SpanRecord> Request(Call[] calls)
    {
        var trace = TraceBuilder.Invoice("t", 200);
        foreach (var call in calls)
        {
            trace.Span($"call{call.Partition}", TraceBuilder.Delivery, "delivery", "POST", "client", call.AtMs, call.DurationMs,
                (SpanRecord.CosmosCall, "data"),
                (SpanRecord.PartitionKeyRangeId, call.Partition),
                (SpanRecord.StatusCode, "200"),
                (SpanRecord.RequestDurationMs, call.AtDatabaseMs));
        }

        return trace.Spans;
    }

    /// <summary>Seconds of ten calls each, of which so many were throttled.</summary>
    private static PartitionRecord Partition(string id, params long[] throttled) =>
        new(id, 100, 1_000, [.. throttled.Select((calls, second) => new PartitionSecond(second, 60, 10, calls))]);

    /// <param name="AtDatabaseMs">What the database reports; empty if it does not.</param>
    private sealed record Call(string Partition, double AtMs, double DurationMs, string AtDatabaseMs = "");
}
