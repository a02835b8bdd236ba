namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// The reasons for keeping traces: a uniform sample, failed traces, throttled traces and the slowest traces. Each reason has its
/// limit, and a trace is kept as long as one reason applies.
/// </summary>
internal sealed class TraceSelection(SpanStoreLimits limits)
{
    private readonly TracePool[] _pools =
    [
        new(KeepReasons.Sample, limits.Traces, trace => trace.Draw),
        new(KeepReasons.Failure, limits.FailedTraces, trace => trace.Draw),
        new(KeepReasons.Throttling, limits.ThrottledTraces, trace => trace.Draw),
        new(KeepReasons.Slowness, limits.SlowestTraces, trace => ulong.MaxValue - (ulong)trace.RootDuration),
    ];

    /// <summary>Offers the trace for each of its reasons for which it was not offered before.</summary>
    /// <returns>The traces that no reason keeps any longer; the offered trace may be one of them.</returns>
    public IReadOnlyList<CollectedTrace> Offer(CollectedTrace trace)
    {
        var open = trace.Reasons & ~trace.OfferedFor;
        if (open == KeepReasons.Nothing)
        {
            return [];
        }

        trace.OfferedFor |= open;
        var pools = _pools.Where(pool => open.HasFlag(pool.Reason));
        var losers = pools.Select(pool => pool.Offer(trace)).OfType<CollectedTrace>().ToList();
        return [.. losers.Where(loser => loser.KeptFor == KeepReasons.Nothing).Distinct()];
    }
}

/// <summary>The traces kept for one reason: those with the lowest ranks, at most <paramref name="capacity"/>.</summary>
internal sealed class TracePool(KeepReasons reason, int capacity, Func<CollectedTrace, ulong> rankOf)
{
    private readonly PriorityQueue<CollectedTrace, ulong> _highestRankFirst =
        new(Comparer<ulong>.Create((a, b) => b.CompareTo(a)));

    public KeepReasons Reason => reason;

    /// <summary>Adds the trace if its rank is low enough. The highest kept rank only falls: no removed trace returns.</summary>
    /// <returns>The removed trace, if any; it may be the offered one.</returns>
    public CollectedTrace? Offer(CollectedTrace trace)
    {
        trace.KeptFor |= reason;
        _highestRankFirst.Enqueue(trace, rankOf(trace));
        if (_highestRankFirst.Count <= capacity)
        {
            return null;
        }

        var loser = _highestRankFirst.Dequeue();
        loser.KeptFor &= ~reason;
        return loser;
    }
}

/// <summary>The reasons for keeping a trace; several can apply.</summary>
[Flags]
internal enum KeepReasons
{
    Nothing = 0,

    /// <summary>Part of the uniform sample.</summary>
    Sample = 1,

    /// <summary>A span of the trace failed.</summary>
    Failure = 2,

    /// <summary>The database throttled a call of the trace (429).</summary>
    Throttling = 4,

    /// <summary>One of the slowest requests.</summary>
    Slowness = 8,
}
