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

    /// <summary>Traces decided early because too many spans were pending; a late failure may have been missed.</summary>
    public long TracesHurried { get; init; }

    /// <summary>Spans dropped because their trace had too many spans.</summary>
    public long SpansOverTraceBound { get; init; }

    /// <summary>Spans dropped because their trace had been dropped; most of them would have been dropped anyway.</summary>
    public long SpansTooLate { get; init; }

    public long TracesDropped => TracesReceived - TracesKept;

    public long SpansDropped => SpansReceived - SpansKept;

    /// <summary>Spans dropped with their trace, which was neither in the sample nor failed, throttled or slow enough.</summary>
    public long SpansNotChosen => SpansDropped - SpansOverTraceBound - SpansTooLate;
}
