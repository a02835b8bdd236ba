using System.Diagnostics.CodeAnalysis;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// The traces that are kept, and for what: a uniform sample, the failed, the throttled, the slowest. Each has a bound of its own,
/// and a trace stays while it is kept for anything.
/// </summary>
internal sealed class TraceSelection(SpanStoreLimits limits)
{
    private readonly Dictionary<string, StoredTrace> _kept = [];
    private readonly TracePool[] _pools =
    [
        new(KeptFor.Sample, limits.Traces, trace => trace.Draw),
        new(KeptFor.Failure, limits.FailedTraces, trace => trace.Draw),
        new(KeptFor.Throttling, limits.ThrottledTraces, trace => trace.Draw),
        new(KeptFor.Slowness, limits.SlowestTraces, trace => ulong.MaxValue - (ulong)trace.RootDuration),
    ];

    public IReadOnlyCollection<StoredTrace> Kept => _kept.Values;

    public bool TryFind(string traceId, [NotNullWhen(true)] out StoredTrace? trace) => _kept.TryGetValue(traceId, out trace);

    /// <summary>Offers the trace for everything that it deserves and was not offered for before.</summary>
    /// <returns>The traces that are kept for nothing any more; it may be among them.</returns>
    public IReadOnlyList<StoredTrace> Offer(StoredTrace trace)
    {
        var open = trace.Merits & ~trace.Offered;
        if (open == KeptFor.Nothing)
        {
            return [];
        }

        _kept[trace.Id] = trace;
        trace.Offered |= open;
        var pools = _pools.Where(pool => open.HasFlag(pool.Reason));
        var losers = pools.Select(pool => pool.Offer(trace)).OfType<StoredTrace>().ToList();
        var dropped = losers.Where(loser => loser.KeptFor == KeptFor.Nothing).Distinct().ToList();
        dropped.ForEach(loser => _kept.Remove(loser.Id));
        return dropped;
    }

    public void Clear()
    {
        _kept.Clear();
        Array.ForEach(_pools, pool => pool.Clear());
    }
}
