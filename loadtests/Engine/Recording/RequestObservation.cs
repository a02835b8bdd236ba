namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>One measured request that completed or failed. Its moments count from the start of its phase.</summary>
/// <param name="Trace">The trace context that was sent along.</param>
/// <param name="PhaseStart">When the phase started, by the clock on the wall.</param>
/// <param name="Scheduled">When the user meant to ask: latency counts from here.</param>
/// <param name="Due">When the request was to leave: half a simulated round trip later.</param>
/// <param name="Sent">When it left; later than due where the generator was late.</param>
/// <param name="Answered">When the answer had been read to its end.</param>
/// <param name="Done">When the user has the answer: half a simulated round trip later.</param>
public readonly record struct RequestObservation(
    TraceContext Trace,
    DateTimeOffset PhaseStart,
    TimeSpan Scheduled,
    TimeSpan Due,
    TimeSpan Sent,
    TimeSpan Answered,
    TimeSpan Done,
    RequestOutcome Outcome)
{
    internal static RequestObservation FromTiming(
        TraceContext trace, DateTimeOffset phaseStart, RequestTiming timing, RequestOutcome outcome) =>
        new(trace, phaseStart, timing.Scheduled, timing.Due, timing.Sent, timing.Answered, timing.Done, outcome);
}
