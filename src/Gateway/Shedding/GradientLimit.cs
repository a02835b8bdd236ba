using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Shedding;

/// <summary>
/// A concurrency limit that follows latency: the algorithm Gradient2 as Netflix describes it ("Performance Under Load", Netflix
/// Technology Blog, 2018; github.com/Netflix/concurrency-limits). While the latency is near the baseline latency, the limit grows
/// with its square root. A latency above the baseline and its tolerance indicates a queue, and reduces the limit in proportion.
/// </summary>
/// <remarks>
/// There are three additions, described in docs/gateway.md. A window in which too large a share of the requests overloaded the
/// backend reduces the limit by a tenth. While requests are refused, the limit falls faster. While requests are refused, the
/// baseline latency does not rise with the measured latency, but is measured again by a probe without a queue
/// (<see cref="BaselineProbe"/>).
/// </remarks>
internal sealed class GradientLimit : IConcurrencyLimit
{
    private const int SamplesInWindow = 20;
    private const double MinGradient = 0.5;
    private const double Tolerance = 1.5;
    private const double Smoothing = 0.2;
    private const double SmoothingInOverload = 0.6;
    private const double OverloadedShare = 0.1;
    private const double OverloadedFactor = 0.9;

    private static readonly TimeSpan MinWindow = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan MaxWindowOfProbe = TimeSpan.FromMilliseconds(250);

    private readonly Lock _gate = new();
    private readonly BaselineLatency _baseline = new();
    private readonly SheddingOptions _options;
    private readonly TimeProvider _time;
    private readonly BaselineProbe _probe;
    private LatencyWindow _window;
    private double _limit;
    private int _current;
    private bool _refused;

    public GradientLimit(SheddingOptions options, TimeProvider time)
    {
        (_options, _time) = (options, time);
        (_limit, _current) = (options.Limit, options.Limit);
        _probe = new BaselineProbe(_baseline, options.MinLimit, time);
        _window = new LatencyWindow(time.GetTimestamp());
    }

    public int Current => Volatile.Read(ref _current);

    public void RecordRefusal()
    {
        Volatile.Write(ref _refused, true);
        if (_probe.IsOverdue)
        {
            EndOverdueProbe();
        }
    }

    public void Record(TimeSpan duration, CallOutcome outcome, int inFlight)
    {
        if (outcome == CallOutcome.Unmeasured)
        {
            return;
        }

        lock (_gate)
        {
            // A client may cancel a request for its own reasons. The duration is a measurement only if it exceeds the baseline
            // latency.
            if (outcome == CallOutcome.Abandoned && !_baseline.IsExceededBy(duration))
            {
                return;
            }

            _window.Add(duration, outcome == CallOutcome.Overloaded, inFlight);
            if (IsWindowOverNeedsLock())
            {
                AdaptNeedsLock();
                _window = new LatencyWindow(_time.GetTimestamp());
            }
        }
    }

    // Clients that read slowly may hold more permits than a probe allows. Then no request ends, and no window of the probe.
    private void EndOverdueProbe()
    {
        lock (_gate)
        {
            if (_probe.IsOverdue)
            {
                UseNeedsLock(_probe.End());
                _window = new LatencyWindow(_time.GetTimestamp());
            }
        }
    }

    // Under low load, this number of samples may take minutes, during which the probe would refuse requests without need.
    private bool IsWindowOverNeedsLock() => _window.Count >= SamplesInWindow
        ? _time.GetElapsedTime(_window.StartedAt) >= MinWindow
        : _probe.IsRunning && _time.GetElapsedTime(_window.StartedAt) >= MaxWindowOfProbe;

    private void AdaptNeedsLock() => UseNeedsLock(NextNeedsLock(Interlocked.Exchange(ref _refused, false)));

    private void UseNeedsLock(double next)
    {
        _limit = _probe.IsRunning ? next : Math.Clamp(next, _options.MinLimit, _options.MaxLimit);
        Volatile.Write(ref _current, (int)_limit);
    }

    private double NextNeedsLock(bool refused)
    {
        if (_window.OverloadedShare >= OverloadedShare)
        {
            var limit = _probe.IsRunning ? _probe.End() : _limit;
            return _window.MaxInFlight >= _options.MinLimit ? limit * OverloadedFactor : limit;
        }

        if (_probe.IsRunning)
        {
            return _probe.Continue(_window, refused);
        }

        if (_probe.IsDue(refused))
        {
            return _probe.Begin(_limit);
        }

        _baseline.Learn(_window.MeanSeconds, refused);
        return _window.MaxInFlight >= _limit / 2 ? FollowedNeedsLock(refused) : _limit;
    }

    private double FollowedNeedsLock(bool refused)
    {
        var gradient = Math.Clamp(Tolerance * _baseline.Seconds / _window.MeanSeconds, MinGradient, 1);
        var aim = (_limit * gradient) + Math.Sqrt(_limit);
        // A request admitted before the limit has fallen waits longer than all later requests.
        var smoothing = refused && aim < _limit ? SmoothingInOverload : Smoothing;
        return _limit + ((aim - _limit) * smoothing);
    }
}
