namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The limits of a <see cref="SpanStore"/>, so that its memory does not grow with the length of a run.</summary>
public sealed record SpanStoreLimits
{
    /// <summary>The service that users call; null if it is not known: the root of a trace is its longest server span.</summary>
    public string? EntryService { get; init; } = "gateway";

    /// <summary>Traces of the uniform sample.</summary>
    public int Traces { get; init; } = 400;

    /// <summary>Traces kept because of a failure; a uniform sample if there are more.</summary>
    public int FailedTraces { get; init; } = 400;

    /// <summary>Traces kept because the database throttled a call; a uniform sample if there are more.</summary>
    public int ThrottledTraces { get; init; } = 400;

    public int SlowestTraces { get; init; } = 100;

    /// <summary>The last traces, for the live page.</summary>
    public int RecentTraces { get; init; } = 100;

    public int SpansPerTrace { get; init; } = 500;

    /// <summary>Spans of pending traces.</summary>
    public int WaitingSpans { get; init; } = 40_000;

    /// <summary>How long a trace stays pending after its root has arrived: two and a half exports.</summary>
    public TimeSpan WaitAfterRoot { get; init; } = TimeSpan.FromSeconds(2.5);

    /// <summary>How long a trace without its root stays pending after its last span.</summary>
    public TimeSpan WaitWithoutRoot { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The stored ids of dropped traces, to count a trace once if it arrives in several batches.</summary>
    public int RememberedTraceIds { get; init; } = 20_000;
}

/// <summary>The received and stored traces and spans of a <see cref="SpanStore"/> since it was created or cleared.</summary>
/// <param name="TracesReceived">
/// Exact, unless a span of a dropped trace arrives after more than <see cref="SpanStoreLimits.RememberedTraceIds"/> further
/// traces were dropped.
/// </param>
/// <param name="TracesKept">Includes pending traces.</param>
/// <param name="TracesWaiting">Pending traces, which are not decided yet.</param>
public sealed record SpanStoreCounts(
    long TracesReceived, long TracesKept, long SpansReceived, long SpansKept, int TracesWaiting = 0)
{
    public long TracesDropped => TracesReceived - TracesKept;

    public long SpansDropped => SpansReceived - SpansKept;
}
