namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>What an <see cref="OtlpReceiver"/> was sent since it started.</summary>
/// <param name="RefusedRequests">Requests with spans or metrics answered with 400, 413 or 415.</param>
/// <param name="DroppedAtSource">Attributes, events and links that the exporters say they left out.</param>
public sealed record ReceiverCounts(
    long TraceRequests,
    long MetricRequests,
    long LogRequests,
    long RefusedRequests,
    long DroppedAtSource);
