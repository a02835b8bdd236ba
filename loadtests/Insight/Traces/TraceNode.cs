using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>A span and what it caused, children by their start.</summary>
public sealed record TraceNode(SpanRecord Span, IReadOnlyList<TraceNode> Children)
{
    /// <summary>This node and all below it, each before its children.</summary>
    public IEnumerable<TraceNode> SelfAndDescendants => Children.SelectMany(child => child.SelfAndDescendants).Prepend(this);

    /// <summary>
    /// The calls to other processes that the span's own process makes, by their start. Spans in between, such as those of a
    /// client library around its tries, are passed through.
    /// </summary>
    public IEnumerable<TraceNode> Calls => Children.SelectMany(child => child.IsCall ? [child] : child.Calls);

    /// <summary>The span at the other end of a call; null where the span is no call, or there was no answer.</summary>
    public TraceNode? Answering =>
        Span.Kind == SpanFacts.ClientKind ? Children.FirstOrDefault(child => child.Span.IsServer()) : null;

    private bool IsCall => Span.Kind == SpanFacts.ClientKind
        && (Span.CosmosCall() is not null || Children.All(child => child.Span.IsServer()));

    internal static TraceNode Grow(SpanRecord span, ILookup<string?, SpanRecord> childrenByParent)
    {
        var children = childrenByParent[span.SpanId].OrderBy(child => child.StartNanoseconds);
        return new TraceNode(span, [.. children.Select(child => Grow(child, childrenByParent))]);
    }
}
