namespace DroneDelivery.Gateway.Shedding;

/// <summary>
/// A limit that follows latency: the algorithm Gradient2 as Netflix describes it ("Performance Under Load", Netflix Technology
/// Blog, 2018; github.com/Netflix/concurrency-limits). While latency is as usual, the limit grows by about the square root of itself;
/// latency above the usual means that requests stand in line somewhere, and shrinks it in proportion.
/// </summary>
/// <remarks>
/// Added to it, see docs/gateway.md: a window in which the backend was too busy for a part of the requests shrinks the limit by
/// a tenth; what is usual is not learned upwards from a queue, but anew where the least limit does not help.
/// </remarks>
internal sealed class GradientLimit(SheddingOptions options, TimeProvider time) : IConcurrencyLimit
{
    private const int SamplesInWindow = 20;
    private const double SteepestGradient = 0.5;
    private const double Tolerance = 1.5;
    private const double Smoothing = 0.2;
    private const double OverloadedShare = 0.1;
    private const double OverloadedFactor = 0.9;
    private const int WindowsAtLeast = 10;

    private static readonly TimeSpan ShortestWindow = TimeSpan.FromMilliseconds(100);

    private readonly Lock _gate = new();
    private readonly UsualLatency _usual = new();
    private LatencyWindow _window = new(time.GetTimestamp());
    private double _limit = options.Limit;
    private int _current = options.Limit;
    private int _windowsAtLeast;
    private bool _refused;

    public int Current => Volatile.Read(ref _current);

    public void RecordRefusal() => Volatile.Write(ref _refused, true);

    public void Record(TimeSpan duration, CallOutcome outcome, int inFlight)
    {
        if (outcome == CallOutcome.Unmeasured)
        {
            return;
        }

        lock (_gate)
        {
            // Who left early may have done so for reasons of his own, unless he waited for long.
            if (outcome == CallOutcome.Abandoned && !_usual.IsExceededBy(duration))
            {
                return;
            }

            _window.Add(duration, outcome == CallOutcome.Overloaded, inFlight);
            if (_window.Count >= SamplesInWindow && time.GetElapsedTime(_window.StartedAt) >= ShortestWindow)
            {
                AdaptNeedsLock();
                _window = new LatencyWindow(time.GetTimestamp());
            }
        }
    }

    private void AdaptNeedsLock()
    {
        var refused = Interlocked.Exchange(ref _refused, false);
        if (_window.OverloadedShare >= OverloadedShare)
        {
            SetNeedsLock(_window.MostInFlight >= options.LeastLimit ? _limit * OverloadedFactor : _limit);
            return;
        }

        _usual.Learn(_window.MeanSeconds, refused);
        if (_window.MostInFlight >= _limit / 2)
        {
            SetNeedsLock(FollowedNeedsLock());
            LearnAnewAtLeastNeedsLock();
        }
    }

    private double FollowedNeedsLock()
    {
        var gradient = Math.Clamp(Tolerance * _usual.Seconds / _window.MeanSeconds, SteepestGradient, 1);
        var aim = (_limit * gradient) + Math.Sqrt(_limit);
        return (_limit * (1 - Smoothing)) + (aim * Smoothing);
    }

    /// <summary>At its least the limit cannot shorten the line any more: what is measured there is usual by definition.</summary>
    private void LearnAnewAtLeastNeedsLock()
    {
        _windowsAtLeast = _limit > options.LeastLimit ? 0 : _windowsAtLeast + 1;
        if (_windowsAtLeast == WindowsAtLeast)
        {
            _usual.Forget();
            _windowsAtLeast = 0;
        }
    }

    private void SetNeedsLock(double limit)
    {
        _limit = Math.Clamp(limit, options.LeastLimit, options.MostLimit);
        Volatile.Write(ref _current, (int)_limit);
    }
}
