using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>The children of a span that the span waited for.</summary>
internal static class CriticalPath
{
    /// <summary>
    /// The awaited nodes among the given ones, in order: from the time <paramref name="until"/> backwards, each time the node
    /// that ended last. Of parallel calls only the one that ended last counts.
    /// </summary>
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
