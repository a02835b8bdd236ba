namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>A run in progress. Every member can be read at any time, from any thread.</summary>
/// <param name="Answers">The answers during the measured load.</param>
/// <param name="Cosmos">Empty until the measured load begins, like the processes and the spans.</param>
internal sealed record RunView(
    TuningScenario Scenario, TimeSpan Planned, LoadMonitor Load, AnswerCounts Answers, CosmosMonitor Cosmos,
    ProcessUsageSampler Processes, SpanStore Spans, MetricStore Metrics);
