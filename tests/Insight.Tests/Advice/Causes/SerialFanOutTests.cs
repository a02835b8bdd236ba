using System.Globalization;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice.Causes;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

public sealed class SerialFanOutTests
{
    [Fact]
    public void Find_ThreeCallsToTwoPartitions_SaysWhatTheyAddUpTo()
    {
        // 3 x 40 ms and two gaps of 10 ms are 140 ms: 100 ms more than one call.
        var finding = SerialFanOut.Find(Run(callMs: 40, gapMs: 10, partitions: [0, 1, 0]));

        Assert.NotNull(finding);
        Assert.Equal(
            (Cause.SerialFanOut, "The 3 calls of an operation are made one after another."), (finding.Cause, finding.Title));
        Assert.Equal(
            [
                "An operation asks 2 partitions, one at a time: 3 calls of 40 ms add up to 140 ms of a mean latency of 200 ms.",
                "In parallel they would take as long as the slowest: 40 ms.",
            ],
            finding.Evidence);
        Assert.Equal((0.5, Loss.Latency, Confidence.Certain), (finding.Share, finding.Of, finding.Confidence));
        Assert.Equal("Query the partitions in parallel.", Assert.Single(finding.NextSteps).Text);
    }

    [Fact]
    public void Find_CallsToOnePartition_IsNull() =>
        Assert.Null(SerialFanOut.Find(Run(callMs: 40, gapMs: 10, partitions: [1, 1, 1])));

    // Two calls take one call longer in series than in parallel: 20 ms are 0.1 of 200 ms.
    [Theory]
    [InlineData(19, false)]
    [InlineData(20, true)]
    [InlineData(21, true)]
    public void Find_ShareNearTheLimit_IsFoundFromTheLimitOn(double callMs, bool found) =>
        Assert.Equal(found, SerialFanOut.Find(Run(callMs, gapMs: 0, partitions: [0, 1])) is not null);

    private static RunEvidence Run(double callMs, double gapMs, int[] partitions)
    {
        var trace = TraceBuilder.Invoice("trace", 190);
        for (var call = 0; call < partitions.Length; call++)
        {
            var partition = partitions[call].ToString(CultureInfo.InvariantCulture);
            trace.Cosmos(partition, 10 + (call * (callMs + gapMs)), callMs);
        }

        var run = SampleRecords.Run;
        var record = run with { Load = run.Load with { Latency = SampleRecords.Latency(200) } };
        return new RunEvidence(new RunData(record, new RunSamples(trace.Spans, [], [], [])));
    }
}
