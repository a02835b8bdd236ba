namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The received and stored traces and spans of a <see cref="SpanStore"/> since it was created or cleared.</summary>
/// <param name="TracesReceived">
/// Exact, unless a span of a dropped trace arrives after more than <see cref="SpanStoreLimits.RememberedTraceIds"/> further
/// traces were dropped.
/// </param>
/// <param name="TracesKept">Includes pending traces.</param>
public sealed record SpanStoreCounts(long TracesReceived, long TracesKept, long SpansReceived, long SpansKept)
{
    /// <summary>Pending traces, which are not decided yet.</summary>
    public int TracesWaiting { get; init; }

    public long TracesDropped => TracesReceived - TracesKept;

    public long SpansDropped => SpansReceived - SpansKept;
}
