namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>What a <see cref="SpanStore"/> may hold, so that its memory does not grow with the length of a run.</summary>
public sealed record SpanStoreLimits
{
    /// <summary>Traces of the uniform sample.</summary>
    public int Traces { get; init; } = 400;

    /// <summary>Traces kept because something in them failed; of more, a uniform sample.</summary>
    public int FailedTraces { get; init; } = 400;

    /// <summary>Traces kept because the database throttled a call; of more, a uniform sample.</summary>
    public int ThrottledTraces { get; init; } = 400;

    public int SlowestTraces { get; init; } = 100;

    /// <summary>The last traces, for the live page.</summary>
    public int RecentTraces { get; init; } = 100;

    public int SpansPerTrace { get; init; } = 500;

    /// <summary>Spans of traces that are not decided yet.</summary>
    public int WaitingSpans { get; init; } = 40_000;

    /// <summary>
    /// How long other services may still send their spans after the gateway's has come: two exports and a half.
    /// </summary>
    public TimeSpan WaitAfterRoot { get; init; } = TimeSpan.FromSeconds(2.5);

    /// <summary>How long a trace whose gateway span is missing waits after its last span.</summary>
    public TimeSpan WaitWithoutRoot { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How many refused trace ids are remembered, to count a trace once though it comes in several batches.</summary>
    public int RememberedTraceIds { get; init; } = 20_000;
}
