using System.Globalization;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Holds a uniform sample of whole traces in bounded memory. Each trace id draws one number from the seed and the traces with the
/// smallest numbers stay. The number to beat only falls, so a trace once refused or evicted is never taken back in part, and the
/// sample does not depend on the order in which the services export their spans. Safe for concurrent use.
/// </summary>
public sealed class SpanStore(ulong seed, SpanStoreLimits limits)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, List<SpanRecord>> _kept = [];
    private readonly PriorityQueue<string, ulong> _largestDrawFirst = new(Comparer<ulong>.Create((a, b) => b.CompareTo(a)));
    private readonly RecentTraceIds _refused = new(limits.RememberedTraceIds);
    private long _tracesReceived;
    private long _spansReceived;
    private long _spansKept;

    public SpanStore(ulong seed)
        : this(seed, new SpanStoreLimits())
    {
    }

    public SpanStoreCounts Counts
    {
        get
        {
            lock (_gate)
            {
                return new SpanStoreCounts(_tracesReceived, _kept.Count, _spansReceived, _spansKept);
            }
        }
    }

    public void Add(IReadOnlyCollection<SpanRecord> spans)
    {
        lock (_gate)
        {
            _spansReceived += spans.Count;
            foreach (var span in spans)
            {
                if (FindOrAdmitNeedsLock(span.TraceId) is { } trace && trace.Count < limits.SpansPerTrace)
                {
                    trace.Add(span);
                    _spansKept++;
                }
            }
        }
    }

    /// <summary>Forgets every span and count. Spans of earlier requests that arrive later are taken as new.</summary>
    public void Clear()
    {
        lock (_gate)
        {
            _kept.Clear();
            _largestDrawFirst.Clear();
            _refused.Clear();
            _tracesReceived = _spansReceived = _spansKept = 0;
        }
    }

    /// <summary>The kept spans: trace by trace in order of their start, and so within a trace.</summary>
    public IReadOnlyList<SpanRecord> Snapshot()
    {
        SpanRecord[][] traces;
        lock (_gate)
        {
            traces = [.. _kept.Values.Select(trace => trace.ToArray())];
        }

        foreach (var trace in traces)
        {
            Array.Sort(trace, (a, b) => a.StartNanoseconds.CompareTo(b.StartNanoseconds));
        }

        return [.. traces.OrderBy(trace => trace[0].StartNanoseconds).ThenBy(trace => trace[0].TraceId, StringComparer.Ordinal)
            .SelectMany(trace => trace)];
    }

    private List<SpanRecord>? FindOrAdmitNeedsLock(string traceId)
    {
        if (_kept.TryGetValue(traceId, out var known))
        {
            return known;
        }

        var draw = Draw(traceId);
        if (_kept.Count >= limits.Traces && !EvictLargerThanNeedsLock(draw))
        {
            _tracesReceived += _refused.Add(traceId) ? 1 : 0;
            return null;
        }

        _tracesReceived++;
        _largestDrawFirst.Enqueue(traceId, draw);
        return _kept[traceId] = [];
    }

    private bool EvictLargerThanNeedsLock(ulong draw)
    {
        if (!_largestDrawFirst.TryPeek(out var loser, out var largest) || largest <= draw)
        {
            return false;
        }

        _largestDrawFirst.Dequeue();
        _kept.Remove(loser, out var spans);
        _spansKept -= spans?.Count ?? 0;
        _refused.Add(loser);
        return true;
    }

    private ulong Draw(string traceId)
    {
        Span<int> words = stackalloc int[4];
        for (var i = 0; i < words.Length; i++)
        {
            words[i] = int.Parse(traceId.AsSpan(i * 8, 8), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
        }

        return SeededRandom.ForStream(seed, words).NextUInt64();
    }
}
