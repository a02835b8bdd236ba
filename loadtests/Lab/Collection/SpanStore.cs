using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Stores whole traces in bounded memory: a uniform sample of all traces, and in addition traces that failed, were throttled, or
/// were among the slowest. A trace is decided after its spans have arrived. The kept traces do not depend on the order in which
/// the services send their spans. Safe for concurrent use.
/// </summary>
public sealed class SpanStore(ulong seed, SpanStoreLimits limits, TimeProvider time)
{
    private static readonly TimeSpan SweepInterval = TimeSpan.FromMilliseconds(250);

    private readonly Lock _gate = new();
    private readonly long _start = time.GetTimestamp();
    private readonly PendingTraces _pending = new(limits);
    private readonly TraceSelection _selection = new(limits);
    private readonly RecentTraceIds _refused = new(limits.RememberedTraceIds);
    private readonly Queue<CollectedTrace> _recent = new();
    private readonly SpanCounters _counters = new();
    private TimeSpan _lastSweep;
    private long _fromNanoseconds = long.MinValue;

    public SpanStore(ulong seed, TimeProvider time)
        : this(seed, new SpanStoreLimits(), time)
    {
    }

    public SpanStoreCounts Counts
    {
        get
        {
            lock (_gate)
            {
                return _counters.ToCounts(_selection.Kept.Count, _pending.Traces);
            }
        }
    }

    /// <summary>Ids of the decided traces that are kept only because they failed, were throttled or slow.</summary>
    public IReadOnlyList<string> ExtraTraces
    {
        get
        {
            lock (_gate)
            {
                return [.. _selection.Kept.Where(trace => !trace.KeptFor.HasFlag(KeepReasons.Sample)).Select(trace => trace.Id)];
            }
        }
    }

    public void Add(IReadOnlyCollection<SpanRecord> spans)
    {
        lock (_gate)
        {
            var now = time.GetElapsedTime(_start);
            foreach (var span in spans)
            {
                AddNeedsLock(span, now);
            }

            SweepNeedsLock(now);
        }
    }

    /// <summary>Decides all pending traces; no more spans are expected.</summary>
    public void Settle()
    {
        lock (_gate)
        {
            DecideNeedsLock(_pending.TakeAll());
        }
    }

    /// <summary>Whether the trace is kept or pending.</summary>
    public bool Keeps(string traceId)
    {
        lock (_gate)
        {
            return _selection.TryFind(traceId, out _) || _pending.TryFind(traceId, out _);
        }
    }

    /// <summary>The kept spans, including pending traces, ordered by the start of the trace, then of the span.</summary>
    public IReadOnlyList<SpanRecord> Snapshot() => CopyInOrder(() => _selection.Kept.Concat(_pending.All));

    /// <summary>The spans of the last decided traces, kept or not, in the same order.</summary>
    public IReadOnlyList<SpanRecord> Recent() => CopyInOrder(() => _recent);

    /// <summary>Removes all spans and resets all counts.</summary>
    /// <param name="refuseEarlier">Whether spans that began before this moment and arrive later are refused.</param>
    public void Clear(bool refuseEarlier = false)
    {
        lock (_gate)
        {
            _fromNanoseconds = refuseEarlier ? time.GetUtcNow().ToUnixTimeMilliseconds() * 1_000_000 : _fromNanoseconds;
            _pending.Clear();
            _selection.Clear();
            _refused.Clear();
            _recent.Clear();
            _counters.Clear();
        }
    }

    private void AddNeedsLock(SpanRecord span, TimeSpan now)
    {
        if (span.StartNanoseconds < _fromNanoseconds)
        {
            return;
        }

        _counters.Received++;
        if (_pending.TryFind(span.TraceId, out var waiting))
        {
            KeepNeedsLock(waiting, span, now);
        }
        else if (_selection.TryFind(span.TraceId, out var kept))
        {
            KeepNeedsLock(kept, span, now);
            _selection.Offer(kept).ToList().ForEach(DropNeedsLock);
        }
        else if (_refused.Contains(span.TraceId))
        {
            _counters.TooLate++;
        }
        else
        {
            _counters.Traces++;
            var trace = new CollectedTrace(span.TraceId, SampleDraw.ForTrace(seed, span.TraceId));
            _pending.Add(trace);
            KeepNeedsLock(trace, span, now);
        }
    }

    private void KeepNeedsLock(CollectedTrace trace, SpanRecord span, TimeSpan now)
    {
        if (trace.Spans.Count >= limits.SpansPerTrace)
        {
            _counters.OverTraceBound++;
            return;
        }

        trace.Add(span, now);
        _counters.Kept++;
    }

    private void SweepNeedsLock(TimeSpan now)
    {
        if (now - _lastSweep >= SweepInterval)
        {
            _lastSweep = now;
            DecideNeedsLock(_pending.TakeDue(now));
        }

        var hurried = _pending.TakeOverLimit();
        _counters.TracesHurried += hurried.Count;
        DecideNeedsLock(hurried);
    }

    private void DecideNeedsLock(IReadOnlyList<CollectedTrace> traces)
    {
        foreach (var trace in traces)
        {
            _recent.Enqueue(trace);
            _selection.Offer(trace).ToList().ForEach(DropNeedsLock);
        }

        while (_recent.Count > limits.RecentTraces)
        {
            _recent.Dequeue();
        }
    }

    private void DropNeedsLock(CollectedTrace trace)
    {
        _counters.Kept -= trace.Spans.Count;
        _refused.Add(trace.Id);
    }

    private IReadOnlyList<SpanRecord> CopyInOrder(Func<IEnumerable<CollectedTrace>> findNeedsLock)
    {
        SpanRecord[][] traces;
        lock (_gate)
        {
            traces = [.. findNeedsLock().Where(trace => trace.Spans.Count > 0).Select(trace => trace.Spans.ToArray())];
        }

        foreach (var trace in traces)
        {
            Array.Sort(trace, (a, b) => a.StartNanoseconds.CompareTo(b.StartNanoseconds));
        }

        return [.. traces.OrderBy(trace => trace[0].StartNanoseconds).ThenBy(trace => trace[0].TraceId, StringComparer.Ordinal)
            .SelectMany(trace => trace)];
    }
}
