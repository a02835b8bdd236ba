namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Stores whole traces in bounded memory: a uniform sample of all traces, and in addition traces that failed, were throttled, or
/// were among the slowest. Each service exports separately: a trace stays pending for a short time after its root has
/// arrived, or longer without it, and is then decided. If too many spans are pending, the oldest traces are decided early. The
/// kept traces do not depend on the order in which the services send their spans. Spans of health probes are not counted. Safe
/// for concurrent use.
/// </summary>
public sealed class SpanStore(ulong seed, SpanStoreLimits limits, TimeProvider time)
{
    private static readonly TimeSpan SweepInterval = TimeSpan.FromMilliseconds(250);

    private readonly Lock _gate = new();
    private readonly long _start = time.GetTimestamp();

    // Null for a dropped trace whose id is remembered.
    private readonly Dictionary<string, CollectedTrace?> _traces = [];
    private readonly Queue<string> _droppedIds = new();

    // In order of arrival.
    private readonly List<CollectedTrace> _pending = [];
    private readonly Queue<CollectedTrace> _recent = new();
    private TraceSelection _selection = new(limits);
    private TimeSpan _lastSweep;
    private long _fromNanoseconds = long.MinValue;
    private long _tracesReceived;
    private long _spansReceived;
    private long _spansKept;

    public SpanStoreCounts Counts => _gate.Read(() => new SpanStoreCounts(
        _tracesReceived, _traces.Count - _droppedIds.Count, _spansReceived, _spansKept, _pending.Count));

    /// <summary>Ids of the decided traces that are kept only because they failed, were throttled or slow.</summary>
    public IReadOnlyList<string> ExtraTraces => _gate.Read<IReadOnlyList<string>>(() =>
    [
        .. from trace in StoredNeedsLock
           where !trace.IsPending && !trace.KeptFor.HasFlag(KeepReasons.Sample)
           select trace.Id,
    ]);

    private IEnumerable<CollectedTrace> StoredNeedsLock => _traces.Values.OfType<CollectedTrace>();

    public void Add(IReadOnlyCollection<SpanRecord> spans)
    {
        using var scope = _gate.EnterScope();
        var now = time.GetElapsedTime(_start);
        foreach (var span in spans)
        {
            AddNeedsLock(span, now);
        }

        SweepNeedsLock(now);
    }

    /// <summary>Decides all pending traces; no more spans are expected.</summary>
    public void Settle()
    {
        using var scope = _gate.EnterScope();
        DecideNeedsLock(_ => true);
    }

    /// <summary>Whether the trace is kept or pending.</summary>
    public bool Keeps(string traceId)
    {
        // Called for each request of a run: no closure.
        using var scope = _gate.EnterScope();
        return _traces.GetValueOrDefault(traceId) is not null;
    }

    /// <summary>The kept spans, including pending traces, ordered by the start of the trace, then of the span.</summary>
    public IReadOnlyList<SpanRecord> Snapshot() => CopyInOrder(() => StoredNeedsLock);

    /// <summary>The spans of the last decided traces, kept or not, in the same order.</summary>
    public IReadOnlyList<SpanRecord> Recent() => CopyInOrder(() => _recent);

    /// <summary>Removes all spans and resets all counts.</summary>
    /// <param name="refuseEarlier">Whether spans that began before this moment and arrive later are refused.</param>
    public void Clear(bool refuseEarlier = false)
    {
        using var scope = _gate.EnterScope();
        _fromNanoseconds = refuseEarlier ? time.GetUtcNow().ToUnixTimeMilliseconds() * 1_000_000 : _fromNanoseconds;
        _traces.Clear();
        _droppedIds.Clear();
        _pending.Clear();
        _recent.Clear();
        _selection = new(limits);
        (_tracesReceived, _spansReceived, _spansKept) = (0, 0, 0);
    }

    private void AddNeedsLock(SpanRecord span, TimeSpan now)
    {
        if (span.StartNanoseconds < _fromNanoseconds || span.IsHealthProbe)
        {
            return;
        }

        _spansReceived++;
        if (!_traces.TryGetValue(span.TraceId, out var trace))
        {
            _tracesReceived++;
            _traces[span.TraceId] = trace = new CollectedTrace(
                span.TraceId, SampleDraw.ForTrace(seed, span.TraceId), limits.EntryService);
            _pending.Add(trace);
        }

        if (trace?.Spans.Count < limits.SpansPerTrace)
        {
            trace.Add(span, now);
            _spansKept++;
        }

        if (trace is { IsPending: false })
        {
            OfferNeedsLock(trace);
        }
    }

    private void SweepNeedsLock(TimeSpan now)
    {
        if (now - _lastSweep >= SweepInterval)
        {
            _lastSweep = now;
            DecideNeedsLock(trace => trace.IsDue(now, limits));
        }

        var spans = _pending.Sum(trace => trace.Spans.Count);
        DecideNeedsLock(trace =>
        {
            var tooMany = spans > limits.WaitingSpans;
            spans -= trace.Spans.Count;
            return tooMany;
        });
    }

    /// <param name="isDue">Whether a pending trace is decided; it is called for each, in their order of arrival.</param>
    private void DecideNeedsLock(Predicate<CollectedTrace> isDue)
    {
        var due = _pending.FindAll(isDue);
        if (due.Count == 0)
        {
            return;
        }

        _pending.RemoveAll(due.ToHashSet().Contains);
        foreach (var trace in due)
        {
            _recent.Enqueue(trace);
            if (_recent.Count > limits.RecentTraces)
            {
                _recent.Dequeue();
            }

            OfferNeedsLock(trace);
        }
    }

    private void OfferNeedsLock(CollectedTrace trace)
    {
        foreach (var dropped in _selection.Offer(trace))
        {
            _spansKept -= dropped.Spans.Count;
            _traces[dropped.Id] = null;
            _droppedIds.Enqueue(dropped.Id);
            if (_droppedIds.Count > limits.RememberedTraceIds)
            {
                _traces.Remove(_droppedIds.Dequeue());
            }
        }
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
