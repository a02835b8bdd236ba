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
    private TimeSpan _lastSweep;
    private long _fromNanoseconds = long.MinValue;
    private long _traces;
    private long _spansReceived;
    private long _spansKept;

    public SpanStoreCounts Counts => _gate.Read(() =>
        new SpanStoreCounts(_traces, _selection.Kept.Count + _pending.Traces, _spansReceived, _spansKept)
        {
            TracesWaiting = _pending.Traces,
        });

    /// <summary>Ids of the decided traces that are kept only because they failed, were throttled or slow.</summary>
    public IReadOnlyList<string> ExtraTraces => _gate.Read<IReadOnlyList<string>>(() =>
        [.. _selection.Kept.Where(trace => !trace.KeptFor.HasFlag(KeepReasons.Sample)).Select(trace => trace.Id)]);

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
        // Called for each request of a run: no closure.
        lock (_gate)
        {
            return _selection.Find(traceId) is not null || _pending.Find(traceId) is not null;
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
            (_traces, _spansReceived, _spansKept) = (0, 0, 0);
        }
    }

    private void AddNeedsLock(SpanRecord span, TimeSpan now)
    {
        if (span.StartNanoseconds < _fromNanoseconds)
        {
            return;
        }

        _spansReceived++;
        if (_pending.Find(span.TraceId) is { } waiting)
        {
            KeepNeedsLock(waiting, span, now);
        }
        else if (_selection.Find(span.TraceId) is { } kept)
        {
            KeepNeedsLock(kept, span, now);
            _selection.Offer(kept).ToList().ForEach(DropNeedsLock);
        }
        else if (!_refused.Contains(span.TraceId))
        {
            _traces++;
            var trace = new CollectedTrace(span.TraceId, SampleDraw.ForTrace(seed, span.TraceId));
            _pending.Add(trace);
            KeepNeedsLock(trace, span, now);
        }
    }

    private void KeepNeedsLock(CollectedTrace trace, SpanRecord span, TimeSpan now)
    {
        if (trace.Spans.Count < limits.SpansPerTrace)
        {
            trace.Add(span, now);
            _spansKept++;
        }
    }

    private void SweepNeedsLock(TimeSpan now)
    {
        if (now - _lastSweep >= SweepInterval)
        {
            _lastSweep = now;
            DecideNeedsLock(_pending.TakeDue(now));
        }

        DecideNeedsLock(_pending.TakeOverLimit());
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
        _spansKept -= trace.Spans.Count;
        _refused.Add(trace.Id);
    }

    private IReadOnlyList<SpanRecord> CopyInOrder(Func<IEnumerable<CollectedTrace>> findNeedsLock)
    {
        var traces = _gate.Read<SpanRecord[][]>(() =>
            [.. findNeedsLock().Where(trace => trace.Spans.Count > 0).Select(trace => trace.Spans.ToArray())]);
        return [.. traces.Select(trace => trace.OrderBy(span => span.StartNanoseconds).ToList())
            .OrderBy(trace => trace[0].StartNanoseconds).ThenBy(trace => trace[0].TraceId, StringComparer.Ordinal)
            .SelectMany(trace => trace)];
    }
}
