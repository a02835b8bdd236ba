using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Holds whole traces in bounded memory: a uniform sample of all, and beside it those that failed, were throttled, or were among
/// the slowest. A trace is decided on when its spans have come, whichever service sent them first; what is kept does not depend
/// on the order. Safe for concurrent use.
/// </summary>
public sealed class SpanStore(ulong seed, SpanStoreLimits limits, TimeProvider time)
{
    private static readonly TimeSpan SweepInterval = TimeSpan.FromMilliseconds(250);

    private readonly Lock _gate = new();
    private readonly long _start = time.GetTimestamp();
    private readonly WaitingRoom _waiting = new(limits);
    private readonly TraceSelection _selection = new(limits);
    private readonly RecentTraceIds _refused = new(limits.RememberedTraceIds);
    private readonly Queue<StoredTrace> _recent = new();
    private readonly SpanTally _tally = new();
    private TimeSpan _lastSweep;

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
                return _tally.ToCounts(_selection.Kept.Count, _waiting.Traces);
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
                return [.. _selection.Kept.Where(trace => !trace.KeptFor.HasFlag(KeptFor.Sample)).Select(trace => trace.Id)];
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

    /// <summary>Decides on the traces that still wait: no more spans are expected.</summary>
    public void Settle()
    {
        lock (_gate)
        {
            DecideNeedsLock(_waiting.LeaveAll());
        }
    }

    /// <summary>Whether the trace is kept, or may still be.</summary>
    public bool Keeps(string traceId)
    {
        lock (_gate)
        {
            return _selection.TryFind(traceId, out _) || _waiting.TryFind(traceId, out _);
        }
    }

    /// <summary>
    /// The kept spans, those of waiting traces among them: trace by trace in order of their start, and so within a trace.
    /// </summary>
    public IReadOnlyList<SpanRecord> Snapshot() => CopyInOrder(() => _selection.Kept.Concat(_waiting.All));

    /// <summary>The spans of the last traces that were decided on, kept or not, in the same order.</summary>
    public IReadOnlyList<SpanRecord> Recent() => CopyInOrder(() => _recent);

    /// <summary>Forgets every span and count. Spans of earlier requests that arrive later are taken as new.</summary>
    public void Clear()
    {
        lock (_gate)
        {
            _waiting.Clear();
            _selection.Clear();
            _refused.Clear();
            _recent.Clear();
            _tally.Clear();
        }
    }

    private void AddNeedsLock(SpanRecord span, TimeSpan now)
    {
        _tally.Received++;
        if (_waiting.TryFind(span.TraceId, out var waiting))
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
            _tally.TooLate++;
        }
        else
        {
            _tally.Traces++;
            var trace = new StoredTrace(span.TraceId, TraceDraw.Of(seed, span.TraceId));
            _waiting.Enter(trace);
            KeepNeedsLock(trace, span, now);
        }
    }

    private void KeepNeedsLock(StoredTrace trace, SpanRecord span, TimeSpan now)
    {
        if (trace.Spans.Count >= limits.SpansPerTrace)
        {
            _tally.OverTraceBound++;
            return;
        }

        trace.Add(span, now);
        _tally.Kept++;
    }

    private void SweepNeedsLock(TimeSpan now)
    {
        if (now - _lastSweep >= SweepInterval)
        {
            _lastSweep = now;
            DecideNeedsLock(_waiting.LeaveWhoAreDue(now));
        }

        var hurried = _waiting.LeaveTooMany();
        _tally.TracesHurried += hurried.Count;
        DecideNeedsLock(hurried);
    }

    private void DecideNeedsLock(IReadOnlyList<StoredTrace> traces)
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

    private void DropNeedsLock(StoredTrace trace)
    {
        _tally.Kept -= trace.Spans.Count;
        _refused.Add(trace.Id);
    }

    private IReadOnlyList<SpanRecord> CopyInOrder(Func<IEnumerable<StoredTrace>> findNeedsLock)
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
