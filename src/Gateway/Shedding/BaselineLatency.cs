namespace DroneDelivery.Gateway.Shedding;

/// <summary>
/// The baseline latency of a backend: the mean of the first windows, then a moving average that falls faster than it rises. A
/// measured latency is known to be possible, whereas a higher one may include time in a queue.
/// </summary>
internal sealed class BaselineLatency
{
    private const int FirstWindows = 10;
    private const int WindowsUp = 600;
    private const int WindowsDown = 60;
    private const double Decay = 0.95;

    private int _learned;

    /// <summary>The baseline latency, in seconds; 0 before the first window.</summary>
    public double Seconds { get; private set; }

    public bool IsExceededBy(TimeSpan duration) => _learned > 0 && duration.TotalSeconds > Seconds;

    /// <summary>Replaces the baseline latency by one that was measured without a queue.</summary>
    public void Replace(double seconds) => (_learned, Seconds) = (FirstWindows, seconds);

    /// <param name="seconds">The mean latency of a window, in seconds.</param>
    /// <param name="fromQueue">
    /// Whether requests were refused during the window, so that the latency includes time in a queue. The moving average then
    /// does not rise: otherwise, the latency of any overload that lasts long enough would become the baseline.
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

        // The baseline may be far too high after a cold start or a long overload. The moving average alone would take seconds to
        // correct it, and the limit would have no effect until then.
        if (Seconds > 2 * seconds)
        {
            Seconds *= Decay;
        }
    }

    /// <summary>
    /// Moves the average by the factor of an exponential moving average whose mean sample age is that of a simple moving average
    /// over this number of windows.
    /// </summary>
    private void Approach(double seconds, int windows) => Seconds += (seconds - Seconds) * 2 / (windows + 1);
}
