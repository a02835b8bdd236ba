namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>The moments of one request, from the start of its phase.</summary>
/// <param name="Scheduled">The scheduled moment of the request.</param>
/// <param name="Due">When the request was due to be sent: half a simulated round trip later.</param>
/// <param name="Done">When the user has the response: half a simulated round trip after <paramref name="Answered"/>.</param>
internal readonly record struct RequestTiming(TimeSpan Scheduled, TimeSpan Due, TimeSpan Sent, TimeSpan Answered, TimeSpan Done)
{
    public TimeSpan Latency => Done - Scheduled;

    public TimeSpan ServiceTime => Answered - Sent;
}
