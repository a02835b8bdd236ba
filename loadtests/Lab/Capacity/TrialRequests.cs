using System.Collections.Concurrent;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// Tracks every request of a trial, including unanswered ones, and counts those of the measured interval. All times are
/// on the run's clock. Safe for concurrent use.
/// </summary>
internal sealed class TrialRequests(TimeSpan from, TimeSpan to, TimeSpan objective)
{
    private const double MicrosecondsInMillisecond = 1_000;

    private readonly Lock _gate = new();
    private readonly ConcurrentDictionary<TraceContext, TimeSpan> _open = [];
    private readonly LatencyHistogram _latency = new();
    private readonly LatencyHistogram _successes = new();
    private TimeSpan _inSystem;
    private TimeSpan _exactBelow = TimeSpan.MaxValue;
    private long _endedWithSuccess;
    private long _good;

    /// <summary>Wraps an action so that its requests are tracked from the time at which they are due.</summary>
    public UserAction Follow(UserAction action) => (iteration, cancellationToken) =>
    {
        _open[iteration.Trace] = iteration.Due;
        return action(iteration, cancellationToken);
    };

    /// <summary>Records a request that has ended.</summary>
    public void Add(RequestObservation request)
    {
        _open.TryRemove(request.Trace, out _);
        var succeeded = request.Outcome.Kind == OutcomeKind.Success;
        var latency = request.Done - request.Scheduled;
        lock (_gate)
        {
            _inSystem += InStretch(request.Sent, request.Answered);
            _endedWithSuccess += succeeded && IsInStretch(request.Done) ? 1 : 0;
            if (!IsInStretch(request.Scheduled))
            {
                return;
            }

            AddNeedsLock(latency, isLowerBound: request.Outcome.Error == RequestOutcome.TimedOut);
            if (succeeded)
            {
                _successes.Record((long)latency.TotalMicroseconds);
                _good += latency <= objective ? 1 : 0;
            }
        }
    }

    /// <summary>Call once, after the run: requests that are still open count as unanswered.</summary>
    /// <param name="cutOff">The time at which the run stopped waiting for answers.</param>
    /// <param name="arrivals">The arrivals scheduled in the interval; null if all of them were sent.</param>
    public CapacityTrial Conclude(PlannedTrial plan, TimeSpan cutOff, long? arrivals)
    {
        foreach (var due in _open.Values)
        {
            _inSystem += InStretch(due, cutOff);
            if (IsInStretch(due))
            {
                AddNeedsLock(cutOff - due, isLowerBound: true);
            }
        }

        var all = arrivals ?? _latency.Count;
        var failed = _latency.Count > _successes.Count;
        return new CapacityTrial(
            plan.Purpose,
            plan.Rate,
            plan.Seconds,
            all,
            _good,
            _endedWithSuccess / (to - from).TotalSeconds,
            PercentileMs(50, all),
            PercentileMs(99, all),
            _inSystem / (to - from))
        {
            ExactBelowMs = _exactBelow == TimeSpan.MaxValue ? null : _exactBelow.TotalMilliseconds,
            SuccessP50Ms = failed ? PercentileMs(_successes, 50) : null,
            SuccessP99Ms = failed ? PercentileMs(_successes, 99) : null,
        };
    }

    private bool IsInStretch(TimeSpan moment) => moment >= from && moment < to;

    private TimeSpan InStretch(TimeSpan start, TimeSpan end)
    {
        var (first, last) = (start > from ? start : from, end < to ? end : to);
        return last > first ? last - first : TimeSpan.Zero;
    }

    private void AddNeedsLock(TimeSpan latency, bool isLowerBound)
    {
        _latency.Record((long)latency.TotalMicroseconds);
        _exactBelow = isLowerBound && latency < _exactBelow ? latency : _exactBelow;
    }

    /// <summary>Null if too many arrivals were never sent for the percentile to be known.</summary>
    private double? PercentileMs(double percentile, long arrivals) =>
        arrivals - _latency.Count > (1 - (percentile / 100)) * arrivals ? null : PercentileMs(_latency, percentile);

    private static double? PercentileMs(LatencyHistogram latencies, double percentile) =>
        latencies.Count > 0 ? latencies.ValueAtPercentile(percentile) / MicrosecondsInMillisecond : null;
}
