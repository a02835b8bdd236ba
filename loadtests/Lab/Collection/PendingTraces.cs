namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Traces that may still receive spans, since each service exports separately. A trace stays pending for a short time after the
/// gateway's span has arrived, or longer without it. If too many spans are pending, the oldest trace is decided early.
/// </summary>
internal sealed class PendingTraces(SpanStoreLimits limits)
{
    private readonly Dictionary<string, LinkedListNode<CollectedTrace>> _byId = [];
    private readonly LinkedList<CollectedTrace> _inOrderOfArrival = new();

    public int Traces => _byId.Count;

    public IEnumerable<CollectedTrace> All => _inOrderOfArrival;

    public void Add(CollectedTrace trace) => _byId[trace.Id] = _inOrderOfArrival.AddLast(trace);

    public CollectedTrace? Find(string traceId) => _byId.GetValueOrDefault(traceId)?.Value;

    /// <summary>Removes and returns the traces whose waiting time is over.</summary>
    public IReadOnlyList<CollectedTrace> TakeDue(TimeSpan now) => Take(_inOrderOfArrival.Where(trace => IsDue(trace, now)));

    public IReadOnlyList<CollectedTrace> TakeAll() => Take(_inOrderOfArrival);

    /// <summary>Removes and returns the oldest traces, until the number of pending spans is within the limit.</summary>
    public IReadOnlyList<CollectedTrace> TakeOverLimit()
    {
        var spans = _inOrderOfArrival.Sum(trace => trace.Spans.Count);
        return Take(_inOrderOfArrival.TakeWhile(trace =>
        {
            var tooMany = spans > limits.WaitingSpans;
            spans -= trace.Spans.Count;
            return tooMany;
        }));
    }

    public void Clear()
    {
        _byId.Clear();
        _inOrderOfArrival.Clear();
    }

    private List<CollectedTrace> Take(IEnumerable<CollectedTrace> traces)
    {
        var taken = traces.ToList();
        foreach (var trace in taken)
        {
            _byId.Remove(trace.Id, out var node);
            _inOrderOfArrival.Remove(node!);
        }

        return taken;
    }

    private bool IsDue(CollectedTrace trace, TimeSpan now) => trace.RootAt is { } rootAt
        ? now - rootAt >= limits.WaitAfterRoot
        : now - trace.LastSpanAt >= limits.WaitWithoutRoot;
}
