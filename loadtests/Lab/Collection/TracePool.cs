namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The traces kept for one reason: those of the lowest ranks, at most <paramref name="capacity"/>.</summary>
internal sealed class TracePool(KeepReasons reason, int capacity, Func<CollectedTrace, ulong> rankOf)
{
    private readonly PriorityQueue<CollectedTrace, ulong> _highestRankFirst =
        new(Comparer<ulong>.Create((a, b) => b.CompareTo(a)));

    public KeepReasons Reason => reason;

    /// <summary>
    /// Takes the trace in where its rank allows it. The rank to stay below only falls: a trace once out never belongs in again.
    /// </summary>
    /// <returns>The trace that is in no longer, if any.</returns>
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

    public void Clear() => _highestRankFirst.Clear();
}
