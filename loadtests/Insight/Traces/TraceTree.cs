using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>The spans of one trace by parent and child.</summary>
public sealed class TraceTree
{
    private TraceTree(string traceId, TraceNode root, bool isComplete)
    {
        (TraceId, Root, IsComplete) = (traceId, root, isComplete);
        Spans = [.. root.SelfAndDescendants.Select(node => node.Span)];
    }

    public string TraceId { get; }

    /// <summary>The gateway's server span. Its own parent is the load generator, which records no spans.</summary>
    public TraceNode Root { get; }

    /// <summary>Every recorded span of the trace hangs below the root: none has lost its parent.</summary>
    public bool IsComplete { get; }

    /// <summary>In tree order, children by their start.</summary>
    public IReadOnlyList<SpanRecord> Spans { get; }

    public double DurationMs => Root.Span.DurationMs();

    /// <summary>Item and query-page requests to Cosmos DB, by their start.</summary>
    public IEnumerable<SpanRecord> CosmosDataCalls =>
        Spans.Where(span => span.IsCosmosDataCall()).OrderBy(span => span.StartNanoseconds);

    /// <summary>Whether the database answered 429 to any call of the trace.</summary>
    public bool IsThrottled => Spans.Any(span => span.IsThrottled());

    /// <summary>Whether any two data calls were under way at the same time: the mark of a parallel query.</summary>
    public bool CosmosCallsOverlap => MostCosmosCallsAtOnce > 1;

    public int MostCosmosCallsAtOnce => Overlap.MostAtOnce(CosmosDataCalls);

    /// <summary>The traces that have a gateway server span to start from.</summary>
    public static IReadOnlyList<TraceTree> BuildAll(IEnumerable<SpanRecord> spans) =>
        [.. spans.GroupBy(span => span.TraceId).Select(Build).OfType<TraceTree>()];

    private static TraceTree? Build(IGrouping<string, SpanRecord> trace)
    {
        var spans = trace.DistinctBy(span => span.SpanId).ToList();
        var ids = spans.Select(span => span.SpanId).ToHashSet();
        var root = spans.Where(span => !HasParentIn(span, ids) && span.IsGatewayServer()).MinBy(span => span.StartNanoseconds);
        if (root is null)
        {
            return null;
        }

        var children = spans.Where(span => HasParentIn(span, ids)).ToLookup(span => span.ParentSpanId);
        var tree = TraceNode.Grow(root, children);
        return new TraceTree(trace.Key, tree, tree.SelfAndDescendants.Count() == spans.Count);
    }

    private static bool HasParentIn(SpanRecord span, HashSet<string> ids) =>
        span.ParentSpanId is { } parent && ids.Contains(parent);
}
