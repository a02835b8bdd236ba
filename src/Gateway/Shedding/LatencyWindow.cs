namespace DroneDelivery.Gateway.Shedding;

/// <summary>The measurements since the latest adaptation of a limit.</summary>
internal struct LatencyWindow(long startedAt)
{
    private double _seconds;
    private int _overloaded;

    public readonly long StartedAt => startedAt;

    public int Measured { get; private set; }

    public int MaxInFlight { get; private set; }

    public readonly int Count => Measured + _overloaded;

    /// <summary>The share of requests, from 0 to 1, with which the backend was overloaded.</summary>
    public readonly double OverloadedShare => (double)_overloaded / Count;

    /// <summary>
    /// The mean latency, in seconds. The mean is used because Little's law relates it to the number of requests in flight.
    /// </summary>
    public readonly double MeanSeconds => _seconds / Measured;

    public void Add(TimeSpan duration, bool overloaded, int inFlight)
    {
        MaxInFlight = Math.Max(MaxInFlight, inFlight);
        if (overloaded)
        {
            _overloaded++;
        }
        else
        {
            Measured++;
            _seconds += duration.TotalSeconds;
        }
    }
}
