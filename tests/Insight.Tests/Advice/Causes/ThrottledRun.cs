using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Causes;

internal static class ThrottledRun
{
    /// <summary>
    /// 80 req/s. A call is throttled for 10 ms, waits for 100 ms, and then takes 40 ms; the rest of the request takes 60 ms.
    /// </summary>
    /// <param name="requestUnits">Of all 4,000 requests.</param>
    public static RunEvidence Create(
        IReadOnlyList<StepSummary> steps,
        double requestUnits,
        IReadOnlyList<PartitionRecord> partitions,
        IReadOnlyList<LogicalKeyUsage>? keys = null)
    {
        var trace = TraceBuilder.Invoice("trace", 200).Cosmos("4", 10, 10, status: 429).Cosmos("4", 120, 40);
        var run = SampleRecords.Run;
        var record = run with
        {
            Load = run.Load with
            {
                Sent = 4_000,
                Successful = 4_000,
                ThinkTimeMs = 300,
                Latency = SampleRecords.Latency(210),
                Steps = steps,
            },
            Cosmos = run.Cosmos with { RequestUnits = requestUnits, TopKeys = keys ?? [], Partitions = partitions },
        };
        return new RunEvidence(new RunData(record, new RunSamples(trace.Spans, [], [], [])));
    }
}
