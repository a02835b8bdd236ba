namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>What a <see cref="SpanStore"/> may hold, so that its memory does not grow with the length of a run.</summary>
public sealed record SpanStoreLimits
{
    public int Traces { get; init; } = 400;

    public int SpansPerTrace { get; init; } = 500;

    /// <summary>How many refused trace ids are remembered, to count a trace once though it comes in several batches.</summary>
    public int RememberedTraceIds { get; init; } = 20_000;
}
