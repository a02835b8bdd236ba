namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The traces kept for one reason: those of the lowest ranks, at most <paramref name="capacity"/>.</summary>
internal sealed class TracePool(KeptFor reason, int capacity, Func<StoredTrace, ulong> rankOf)
{
    private readonly PriorityQueue<StoredTrace, ulong> _highestRankFirst =
        new(Comparer<ulong>.Create((a, b) => b.CompareTo(a)));

    public KeptFor Reason => reason;

    /// <summary>
    /// Takes the trace in where its rank allows it. The rank to stay below only falls: a trace once out never belongs in again.
    /// </summary>
    /// <returns>The trace that is in no longer, if any.</returns>
    public StoredTrace? Offer(StoredTrace trace)
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
