namespace DroneDelivery.Gateway.Shedding;

/// <summary>A backend's usual latency: the mean of the first windows, then a moving average over very many.</summary>
internal sealed class UsualLatency
{
    private const int FirstWindows = 10;
    private const int Windows = 600;
    private const double Decay = 0.95;

    private int _learned;

    /// <summary>0 until something was learned.</summary>
    public double Seconds { get; private set; }

    public bool IsExceededBy(TimeSpan duration) => _learned > 0 && duration.TotalSeconds > Seconds;

    /// <summary>Learns anew.</summary>
    public void Forget() => (_learned, Seconds) = (0, 0);

    /// <param name="seconds">The mean of a window.</param>
    /// <param name="fromQueue">
    /// Requests were refused meanwhile, so that the latency is that of a queue: an average that followed it upwards would call
    /// any overload usual that lasts long enough.
    /// </param>
    public void Learn(double seconds, bool fromQueue)
    {
        if (_learned < FirstWindows)
        {
            _learned++;
            Seconds += (seconds - Seconds) / _learned;
        }
        else if (seconds < Seconds || !fromQueue)
        {
            // The factor of an exponential average that is as old in the mean as one over so many windows.
            Seconds += (seconds - Seconds) * 2 / (Windows + 1);
        }

        // After a cold start, or a long time of overload: half a minute of averaging would be half a minute without any limit.
        if (Seconds > 2 * seconds)
        {
            Seconds *= Decay;
        }
    }
}
