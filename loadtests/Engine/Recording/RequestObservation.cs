namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>One measured request that completed or failed. Its moments are offsets from the start of its phase.</summary>
/// <param name="Trace">The trace context that was sent with the request.</param>
/// <param name="PhaseStart">The start of the phase in wall-clock time.</param>
/// <param name="Scheduled">The scheduled moment of the request. Latency counts from here.</param>
/// <param name="Due">When the request was due to be sent: half a simulated round trip later.</param>
/// <param name="Sent">When it was sent; later than due if the generator was late.</param>
/// <param name="Answered">When the response had been read to its end.</param>
/// <param name="Done">When the user has the response: half a simulated round trip later.</param>
public readonly record struct RequestObservation(
    TraceContext Trace,
    DateTimeOffset PhaseStart,
    TimeSpan Scheduled,
    TimeSpan Due,
    TimeSpan Sent,
    TimeSpan Answered,
    TimeSpan Done,
    RequestOutcome Outcome);
