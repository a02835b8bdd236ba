using DroneDelivery.LoadTests.Insight.Charts;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Insight.Reports.Compared;

/// <summary>The charts of a run's report, each with all runs.</summary>
internal static class ComparedSections
{
    public static IEnumerable<StudySection> Build(ComparedRuns runs) =>
    [
        new("load", "Load and throughput",
            Figure("Throughput over time", Overlays.Throughput(runs)),
            Figure("Users over time", Overlays.Users(runs))),
        new("latency", "Latency",
            Figure("Mean latency over time", Overlays.MeanLatency(runs)),
            Figure("p95 latency over time", Overlays.P95Latency(runs)),
            Figure("Latency by percentile", Overlays.Percentiles(runs)),
            Figure("Latency distribution", Overlays.Distributions(runs))),
        new("parts", "Where the time went",
            Figure("Around the median", ComparedBars.Parts(runs, "parts-median", "around the median", parts => parts.Median)),
            Figure("Slowest 2 %", ComparedBars.Parts(runs, "parts-slowest", "of the slowest 2 %", parts => parts.P99))),
        new("answers", "Answers by status",
            Figure("Answers to clients", ComparedBars.Requests(runs)),
            Figure("Cosmos DB answers", ComparedBars.CosmosAnswers(runs))),
        new("request-units", "Request units",
            Figure("The busiest physical partition", Overlays.BusiestPartition(runs)),
            Figure("RU of an operation", ComparedBars.RequestUnits(runs))),
        new("operations", "Operations",
            Figure("Calls from the gateway to its backends", ComparedBars.BackendCalls(runs)),
            Figure("Calls of one operation", ComparedBars.OperationCalls(runs))),
        new("processes", "Processes and machine",
            Figure("Processor", ComparedBars.Processor(runs)),
            Figure("Memory", ComparedBars.Memory(runs))),
    ];

    private static StudyChart Figure(string heading, Chart chart) => new(chart) { Heading = heading };
}
