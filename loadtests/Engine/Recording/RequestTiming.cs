namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>The moments of one request, from the start of its phase.</summary>
/// <param name="Scheduled">When the user meant to ask.</param>
/// <param name="Due">When the request was to leave: half a simulated round trip later.</param>
/// <param name="Done">When the user has the answer: half a simulated round trip after <paramref name="Answered"/>.</param>
internal readonly record struct RequestTiming(TimeSpan Scheduled, TimeSpan Due, TimeSpan Sent, TimeSpan Answered, TimeSpan Done)
{
    public TimeSpan Latency => Done - Scheduled;

    public TimeSpan ServiceTime => Answered - Sent;
}
