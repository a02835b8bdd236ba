using System.Collections.Concurrent;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// Tracks every request of a trial, including unanswered ones, and counts those of the measured interval. All times are
/// on the run's clock. Safe for concurrent use.
/// </summary>
internal sealed class TrialRequests(TimeSpan from, TimeSpan to, TimeSpan objective)
{
    private readonly Lock _gate = new();
    private readonly ConcurrentDictionary<TraceContext, TimeSpan> _open = [];
    private readonly LatencyDistribution _latency = new();
    private TimeSpan _inSystem;
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
        var (timing, end) = (request.Timing, request.Outcome.HowItEnded);
        using var scope = _gate.EnterScope();
        _inSystem += MeasuredPart(timing.Sent, timing.Answered);
        _endedWithSuccess += end == RequestEnd.Success && IsMeasured(timing.Done) ? 1 : 0;
        if (IsMeasured(timing.Scheduled))
        {
            _latency.Record((long)timing.Latency.TotalMicroseconds, end);
            _good += end == RequestEnd.Success && timing.Latency <= objective ? 1 : 0;
        }
    }

    /// <summary>Call once, after the run: requests that are still open count as unanswered.</summary>
    /// <param name="cutOff">The time at which the run stopped waiting for answers.</param>
    /// <param name="arrivals">The arrivals scheduled in the interval; null if all of them were sent.</param>
    public CapacityTrial Conclude(PlannedTrial plan, TimeSpan cutOff, long? arrivals)
    {
        foreach (var due in _open.Values)
        {
            _inSystem += MeasuredPart(due, cutOff);
            if (IsMeasured(due))
            {
                _latency.Record((long)(cutOff - due).TotalMicroseconds, RequestEnd.Unfinished);
            }
        }

        var all = arrivals ?? _latency.Count;
        _latency.RecordDropped(all - _latency.Count);
        return new CapacityTrial(
            plan.Purpose, plan.Rate, plan.Seconds, all, _good, _endedWithSuccess / (to - from).TotalSeconds,
            _latency.Percentile(50), _latency.Percentile(99), _inSystem / (to - from))
        {
            SuccessP50Ms = _latency.SuccessPercentile(50).Milliseconds,
            SuccessP99Ms = _latency.SuccessPercentile(99).Milliseconds,
        };
    }

    private bool IsMeasured(TimeSpan moment) => moment >= from && moment < to;

    private TimeSpan MeasuredPart(TimeSpan start, TimeSpan end)
    {
        var (first, last) = (start > from ? start : from, end < to ? end : to);
        return last > first ? last - first : TimeSpan.Zero;
    }
}
