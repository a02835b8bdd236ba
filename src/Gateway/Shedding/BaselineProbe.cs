namespace DroneDelivery.Gateway.Shedding;

/// <summary>
/// While requests are refused, every measured latency is that of a line. So from time to time a fifth of the least limit is let
/// in, and once no more are in flight, what is usual is learned anew; then the limit is what it was.
/// </summary>
/// <remarks>
/// The idea is ProbeRTT's in TCP BBR (Cardwell et al., "BBR: Congestion-Based Congestion Control", ACM Queue, 2016).
/// </remarks>
internal sealed class BaselineProbe(BaselineLatency usual, int leastLimit, TimeProvider time)
{
    private const int ShareOfLeast = 5;
    private const int WindowsToLearn = 2;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(20);

    private readonly int _limit = Math.Max(1, leastLimit / ShareOfLeast);
    private long _learnedAt = time.GetTimestamp();
    private double _limitBefore;
    private double _seconds;
    private int _windows;

    public bool IsRunning { get; private set; }

    /// <param name="refused">Whether requests were refused since this was asked last.</param>
    public bool IsDue(bool refused)
    {
        if (!refused)
        {
            _learnedAt = time.GetTimestamp();
        }

        return time.GetElapsedTime(_learnedAt) >= Interval;
    }

    /// <returns>The limit to go on with.</returns>
    public double Begin(double limit)
    {
        (IsRunning, _limitBefore, _windows, _seconds) = (true, limit, 0, 0);
        return _limit;
    }

    /// <param name="refused">Where nobody was, the overload is over, and so is the probe.</param>
    /// <returns>The limit to go on with.</returns>
    public double Continue(in LatencyWindow window, bool refused)
    {
        if (!refused)
        {
            return End();
        }

        // The first short window still has the last of those who came in while the line was longer.
        if (window.MostInFlight > _limit || ++_windows == 1)
        {
            return _limit;
        }

        _seconds += window.MeanSeconds / WindowsToLearn;
        if (_windows <= WindowsToLearn)
        {
            return _limit;
        }

        usual.Replace(_seconds);
        return End();
    }

    /// <returns>The limit that was there before.</returns>
    public double End()
    {
        (IsRunning, _learnedAt) = (false, time.GetTimestamp());
        return _limitBefore;
    }
}
