using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>What a live page reads of the system besides its figures; each is called at a request, from any thread.</summary>
/// <param name="Traces">The spans of the recent traces.</param>
/// <param name="Metrics">What the services measured of themselves.</param>
internal sealed record LiveTelemetry(Func<IReadOnlyList<SpanRecord>> Traces, Func<IReadOnlyList<MetricSample>> Metrics);
