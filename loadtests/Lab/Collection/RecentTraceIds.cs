namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The last trace ids added, at most <paramref name="capacity"/>. The oldest id is removed first.</summary>
internal sealed class RecentTraceIds(int capacity)
{
    private readonly HashSet<string> _known = [];
    private readonly Queue<string> _order = new();

    public bool Contains(string traceId) => _known.Contains(traceId);

    public void Add(string traceId)
    {
        if (!_known.Add(traceId))
        {
            return;
        }

        _order.Enqueue(traceId);
        if (_order.Count > capacity)
        {
            _known.Remove(_order.Dequeue());
        }
    }

    public void Clear()
    {
        _known.Clear();
        _order.Clear();
    }
}
