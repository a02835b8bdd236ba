using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Traces and metrics for a live page. Each function is called for each request of the page, from any thread.</summary>
/// <param name="Traces">The spans of the recent traces.</param>
/// <param name="Metrics">The metrics of the services.</param>
internal sealed record LiveTelemetry(Func<IReadOnlyList<SpanRecord>> Traces, Func<IReadOnlyList<MetricSample>> Metrics);
