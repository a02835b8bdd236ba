using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>A span and what it caused, children by their start.</summary>
public sealed record TraceNode(SpanRecord Span, IReadOnlyList<TraceNode> Children)
{
    /// <summary>This node and all below it, each before its children.</summary>
    public IEnumerable<TraceNode> SelfAndDescendants => Children.SelectMany(child => child.SelfAndDescendants).Prepend(this);

    internal static TraceNode Grow(SpanRecord span, ILookup<string?, SpanRecord> childrenByParent)
    {
        var children = childrenByParent[span.SpanId].OrderBy(child => child.StartNanoseconds);
        return new TraceNode(span, [.. children.Select(child => Grow(child, childrenByParent))]);
    }
}
