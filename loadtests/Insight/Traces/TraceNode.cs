namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>A span and its children, ordered by start.</summary>
public sealed record TraceNode(SpanRecord Span, IReadOnlyList<TraceNode> Children)
{
    /// <summary>This node and its descendants, each before its children.</summary>
    public IEnumerable<TraceNode> SelfAndDescendants => Children.SelectMany(child => child.SelfAndDescendants).Prepend(this);

    /// <summary>
    /// The calls to other processes that the span's process makes, ordered by start. Spans in between, such as those of a client
    /// library around its attempts, are skipped.
    /// </summary>
    public IEnumerable<TraceNode> Calls => Children.SelectMany(child => child.IsCall ? [child] : child.Calls);

    /// <summary>The server span of a call; null if the span is not a call, or there is no server span.</summary>
    public TraceNode? Answering =>
        Span.Kind == SpanFacts.ClientKind ? Children.FirstOrDefault(child => child.Span.IsServer()) : null;

    private bool IsCall => Span.Kind == SpanFacts.ClientKind
        && (Span.CosmosCall() is not null || Children.All(child => child.Span.IsServer()));

    /// <summary>
    /// The nodes for which their common caller waited, in order: from the time <paramref name="until"/> backwards, each time the
    /// node that ended last. Of parallel calls only the one that ended last counts.
    /// </summary>
    internal static IReadOnlyList<TraceNode> Awaited(IEnumerable<TraceNode> nodes, long until)
    {
        var awaited = new List<TraceNode>();
        foreach (var node in nodes.OrderByDescending(node => node.Span.EndNanoseconds()))
        {
            if (node.Span.EndNanoseconds() <= (awaited is [.., var last] ? last.Span.StartNanoseconds : until))
            {
                awaited.Add(node);
            }
        }

        awaited.Reverse();
        return awaited;
    }

    internal static TraceNode Grow(SpanRecord span, ILookup<string?, SpanRecord> childrenByParent)
    {
        var children = childrenByParent[span.SpanId].OrderBy(child => child.StartNanoseconds);
        return new TraceNode(span, [.. children.Select(child => Grow(child, childrenByParent))]);
    }
}
