namespace DroneDelivery.Gateway.Shedding;

/// <summary>
/// Measures the baseline latency during an overload. While requests are refused, every measured latency includes time in a queue.
/// Therefore, the limit is lowered from time to time to a fifth of the minimum limit. Once no more requests than that are in
/// flight, the baseline latency is measured again; then the previous limit is restored.
/// </summary>
/// <remarks>
/// The idea is that of ProbeRTT in TCP BBR (Cardwell et al., "BBR: Congestion-Based Congestion Control", ACM Queue, 2016).
/// </remarks>
internal sealed class BaselineProbe(BaselineLatency baseline, int minLimit, TimeProvider time)
{
    private const int ShareOfMinimum = 5;
    private const int WindowsToLearn = 2;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan MaxDuration = TimeSpan.FromSeconds(10);

    private readonly int _limit = Math.Max(1, minLimit / ShareOfMinimum);
    private long _learnedAt = time.GetTimestamp();
    private long _begunAt;
    private double _limitBefore;
    private double _seconds;
    private int _windows;

    public bool IsRunning { get; private set; }

    /// <summary>Whether the probe must end without a measurement, because more requests than its limit stay in flight.</summary>
    public bool IsOverdue => IsRunning && time.GetElapsedTime(_begunAt) >= MaxDuration;

    /// <summary>
    /// Returns whether a probe is due: 20 s have passed since the latest window without refused requests, since the end of the
    /// latest probe, and since the start.
    /// </summary>
    /// <param name="refused">Whether requests were refused during the latest window.</param>
    public bool IsDue(bool refused)
    {
        if (!refused)
        {
            _learnedAt = time.GetTimestamp();
        }

        return time.GetElapsedTime(_learnedAt) >= Interval;
    }

    /// <summary>Begins a probe.</summary>
    /// <returns>The limit during the probe.</returns>
    public double Begin(double limit)
    {
        (_begunAt, IsRunning, _limitBefore, _windows, _seconds) = (time.GetTimestamp(), true, limit, 0, 0);
        return _limit;
    }

    /// <summary>
    /// Evaluates a window of the probe, and ends the probe if the baseline latency is measured or the overload is over.
    /// </summary>
    /// <param name="window">The latest window.</param>
    /// <param name="refused">Whether requests were refused during the window. If not, the overload is over.</param>
    /// <returns>The next limit.</returns>
    public double Continue(in LatencyWindow window, bool refused)
    {
        if (!refused)
        {
            return End();
        }

        // The first window with few requests in flight still includes requests that were admitted while the queue was longer.
        if (window.MaxInFlight > _limit || ++_windows == 1)
        {
            return _limit;
        }

        _seconds += window.MeanSeconds / WindowsToLearn;
        if (_windows <= WindowsToLearn)
        {
            return _limit;
        }

        baseline.Replace(_seconds);
        return End();
    }

    /// <summary>Ends the probe.</summary>
    /// <returns>The limit before the probe.</returns>
    public double End()
    {
        (IsRunning, _learnedAt) = (false, time.GetTimestamp());
        return _limitBefore;
    }
}
