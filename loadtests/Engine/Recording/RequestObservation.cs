using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>One measured request that completed or failed.</summary>
/// <param name="Trace">The trace context that was sent with the request.</param>
/// <param name="PhaseStart">The start of the phase in wall-clock time.</param>
public readonly record struct RequestObservation(
    TraceContext Trace, DateTimeOffset PhaseStart, RequestTiming Timing, RequestOutcome Outcome);

/// <summary>The moments of one request, as offsets from the start of its phase.</summary>
public readonly record struct RequestTiming
{
    /// <summary>The scheduled moment of the request. Latency counts from here.</summary>
    public required TimeSpan Scheduled { get; init; }

    /// <summary>When the request was due to be sent: half a simulated round trip later.</summary>
    public required TimeSpan Due { get; init; }

    /// <summary>When it was sent; later than due if the generator was late.</summary>
    public required TimeSpan Sent { get; init; }

    /// <summary>When the response had been read to its end.</summary>
    public required TimeSpan Answered { get; init; }

    /// <summary>When the user has the response: half a simulated round trip later.</summary>
    public required TimeSpan Done { get; init; }

    public TimeSpan Latency => Done - Scheduled;

    public TimeSpan ServiceTime => Answered - Sent;
}

/// <summary>A W3C trace context with a new trace and parent span.</summary>
public readonly record struct TraceContext(ulong TraceHigh, ulong TraceLow, ulong Span, bool Sampled)
{
    public string TraceId => $"{TraceHigh:x16}{TraceLow:x16}";

    public static TraceContext Draw(SeededRandom random, double sampledFraction)
    {
        var sampled = random.NextDouble() < sampledFraction;
        // The standard forbids ids of only zeros. One set bit prevents them.
        return new TraceContext(random.NextUInt64(), random.NextUInt64() | 1, random.NextUInt64() | 1, sampled);
    }

    public override string ToString() => $"00-{TraceHigh:x16}{TraceLow:x16}-{Span:x16}-{(Sampled ? "01" : "00")}";
}
