namespace DroneDelivery.Gateway.Shedding;

/// <summary>
/// A backend's usual latency: the mean of the first windows, then a moving average that falls sooner than it rises. A latency
/// that has once been measured can be had; a higher one may be that of a line.
/// </summary>
internal sealed class BaselineLatency
{
    private const int FirstWindows = 10;
    private const int WindowsUp = 600;
    private const int WindowsDown = 60;
    private const double Decay = 0.95;

    private int _learned;

    /// <summary>0 until something was learned.</summary>
    public double Seconds { get; private set; }

    public bool IsExceededBy(TimeSpan duration) => _learned > 0 && duration.TotalSeconds > Seconds;

    /// <summary>Forgets what was learned, for a latency that is known to be that of no line.</summary>
    public void Replace(double seconds) => (_learned, Seconds) = (FirstWindows, seconds);

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
        else if (seconds < Seconds)
        {
            Approach(seconds, WindowsDown);
        }
        else if (!fromQueue)
        {
            Approach(seconds, WindowsUp);
        }

        // After a cold start, or a long time of overload: seconds of averaging would be seconds without any limit.
        if (Seconds > 2 * seconds)
        {
            Seconds *= Decay;
        }
    }

    /// <summary>By the factor of an exponential average that is as old in the mean as one over so many windows.</summary>
    private void Approach(double seconds, int windows) => Seconds += (seconds - Seconds) * 2 / (windows + 1);
}
