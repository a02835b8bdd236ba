using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The content of one trace export.</summary>
/// <param name="DroppedAtSource">Attributes, events and links that the exporter says it left out.</param>
internal sealed record OtlpTraceBatch(IReadOnlyList<SpanRecord> Spans, long DroppedAtSource);
