using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>Which of the things that a span caused it had to wait for.</summary>
internal static class CriticalPath
{
    /// <summary>
    /// The children that held the span up, in order: from its end backwards, each time the child that ended last. Of calls at the
    /// same time only the one that ended last counts.
    /// </summary>
    public static IReadOnlyList<TraceNode> Awaited(TraceNode node) => Awaited(node.Children, node.Span.EndNanoseconds());

    /// <summary>Of some of what a span caused, what held it up until a moment.</summary>
    public static IReadOnlyList<TraceNode> Awaited(IEnumerable<TraceNode> nodes, long until)
    {
        var awaited = new List<TraceNode>();
        var before = until;
        foreach (var child in nodes.OrderByDescending(child => child.Span.EndNanoseconds()))
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
}
