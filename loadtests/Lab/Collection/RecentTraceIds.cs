namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The last trace ids added, at most <paramref name="capacity"/>: the oldest is forgotten first.</summary>
internal sealed class RecentTraceIds(int capacity)
{
    private readonly HashSet<string> _known = [];
    private readonly Queue<string> _order = new();

    /// <summary>False where the id is known already.</summary>
    public bool Add(string traceId)
    {
        if (!_known.Add(traceId))
        {
            return false;
        }

        _order.Enqueue(traceId);
        if (_order.Count > capacity)
        {
            _known.Remove(_order.Dequeue());
        }

        return true;
    }

    public void Clear()
    {
        _known.Clear();
        _order.Clear();
    }
}
