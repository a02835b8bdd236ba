namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>How a request or a call ended: selects the histogram that records its latency.</summary>
public enum RequestEnd
{
    Success,

    /// <summary>A failure whose duration is known.</summary>
    Failure,

    /// <summary>Timed out, or unanswered at the end: its latency is at least the time that the client waited.</summary>
    Unfinished,
}
