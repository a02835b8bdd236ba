namespace DroneDelivery.Gateway.Shedding;

/// <summary>What was measured since a limit was last looked at.</summary>
internal struct LatencyWindow(long startedAt)
{
    private double _seconds;
    private int _overloaded;

    public readonly long StartedAt => startedAt;

    public int Measured { get; private set; }

    public int MostInFlight { get; private set; }

    public readonly int Count => Measured + _overloaded;

    /// <summary>The share, 0 to 1, that a backend was too busy for.</summary>
    public readonly double OverloadedShare => (double)_overloaded / Count;

    /// <summary>The mean, since that is what Little's law ties to the number in flight.</summary>
    public readonly double MeanSeconds => _seconds / Measured;

    public void Add(TimeSpan duration, bool overloaded, int inFlight)
    {
        MostInFlight = Math.Max(MostInFlight, inFlight);
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
