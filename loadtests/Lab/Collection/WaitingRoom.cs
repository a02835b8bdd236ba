using System.Diagnostics.CodeAnalysis;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// Traces whose spans still come: services export theirs apart from each other. A trace waits a little after the gateway's span
/// has come, or longer without it. When too many spans wait, the trace that came first goes before its time.
/// </summary>
internal sealed class WaitingRoom(SpanStoreLimits limits)
{
    private readonly Dictionary<string, LinkedListNode<StoredTrace>> _byId = [];
    private readonly LinkedList<StoredTrace> _inOrderOfArrival = new();

    public int Traces => _byId.Count;

    public IEnumerable<StoredTrace> All => _inOrderOfArrival;

    public void Enter(StoredTrace trace) => _byId[trace.Id] = _inOrderOfArrival.AddLast(trace);

    public bool TryFind(string traceId, [NotNullWhen(true)] out StoredTrace? trace)
    {
        trace = _byId.TryGetValue(traceId, out var node) ? node.Value : null;
        return trace is not null;
    }

    /// <summary>Lets those go whose time has come.</summary>
    public IReadOnlyList<StoredTrace> LeaveWhoAreDue(TimeSpan now) => Leave(_inOrderOfArrival.Where(trace => IsDue(trace, now)));

    public IReadOnlyList<StoredTrace> LeaveAll() => Leave(_inOrderOfArrival);

    /// <summary>Lets the first go, until no more spans wait than may.</summary>
    public IReadOnlyList<StoredTrace> LeaveTooMany()
    {
        var spans = _inOrderOfArrival.Sum(trace => trace.Spans.Count);
        return Leave(_inOrderOfArrival.TakeWhile(trace =>
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

    private List<StoredTrace> Leave(IEnumerable<StoredTrace> who)
    {
        var leaving = who.ToList();
        foreach (var trace in leaving)
        {
            _byId.Remove(trace.Id, out var node);
            _inOrderOfArrival.Remove(node!);
        }

        return leaving;
    }

    private bool IsDue(StoredTrace trace, TimeSpan now) => trace.RootAt is { } rootAt
        ? now - rootAt >= limits.WaitAfterRoot
        : now - trace.LastSpanAt >= limits.WaitWithoutRoot;
}
