using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>Which of the things that a span caused it had to wait for.</summary>
internal static class CriticalPath
{
    /// <summary>
    /// The children that held the span up, in order: from its end backwards, each time the child that ended last. Of calls at the
    /// same time only the one that ended last counts.
    /// </summary>
    public static IReadOnlyList<TraceNode> Awaited(TraceNode node)
    {
        var awaited = new List<TraceNode>();
        var before = node.Span.EndNanoseconds();
        foreach (var child in node.Children.OrderByDescending(child => child.Span.EndNanoseconds()))
        {
            if (child.Span.EndNanoseconds() <= before)
            {
                awaited.Add(child);
                before = child.Span.StartNanoseconds;
            }
        }

        awaited.Reverse();
        return awaited;
    }

    /// <summary>
    /// The span at the other end of a call to another service; null where the span is no such call, or nobody answered.
    /// </summary>
    public static TraceNode? Answering(TraceNode call) => call.Span.Kind == SpanFacts.ClientKind
        ? call.Children.FirstOrDefault(child => child.Span.Kind == SpanFacts.ServerKind)
        : null;
}
