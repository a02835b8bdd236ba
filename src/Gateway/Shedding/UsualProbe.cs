namespace DroneDelivery.Gateway.Shedding;

/// <summary>
/// While requests are refused, every measured latency is that of a line. So from time to time the limit goes down to its least,
/// and once the line is that short, what is usual is learned anew; then the limit is what it was.
/// </summary>
/// <remarks>
/// The idea is ProbeRTT's in TCP BBR (Cardwell et al., "BBR: Congestion-Based Congestion Control", ACM Queue, 2016).
/// </remarks>
internal sealed class UsualProbe(UsualLatency usual, int leastLimit, TimeProvider time)
{
    // So many that all have left who came in while the line was longer.
    private const int WindowsToPass = 3;
    private const int WindowsToLearn = 10;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(20);

    private long _learnedAt = time.GetTimestamp();
    private double _limitBefore;
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
        (IsRunning, _limitBefore, _windows) = (true, limit, 0);
        return leastLimit;
    }

    /// <returns>The limit to go on with.</returns>
    public double Continue(in LatencyWindow window)
    {
        if (window.MostInFlight > leastLimit || ++_windows <= WindowsToPass)
        {
            return leastLimit;
        }

        if (_windows == WindowsToPass + 1)
        {
            usual.Forget();
        }

        usual.Learn(window.MeanSeconds, fromQueue: false);
        return _windows < WindowsToPass + WindowsToLearn ? leastLimit : End();
    }

    /// <returns>The limit that was there before.</returns>
    public double End()
    {
        (IsRunning, _learnedAt) = (false, time.GetTimestamp());
        return _limitBefore;
    }
}
