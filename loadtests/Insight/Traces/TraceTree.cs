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

    /// <summary>The first server span without a recorded parent, which is of the service that users call.</summary>
    public TraceNode Root { get; }

    /// <summary>Whether every recorded span of the trace is a descendant of the root.</summary>
    public bool IsComplete { get; }

    /// <summary>The spans in tree order, children by start.</summary>
    public IReadOnlyList<SpanRecord> Spans { get; }

    public double DurationMs => Root.Span.DurationMs();

    /// <summary>Item and query-page requests to Cosmos DB, ordered by start.</summary>
    public IEnumerable<SpanRecord> CosmosDataCalls =>
        Spans.Where(span => span.CosmosCall() == SpanFacts.DataCall).OrderBy(span => span.StartNanoseconds);

    /// <summary>Whether the database answered 429 to any call of the trace.</summary>
    public bool IsThrottled => Spans.Any(span => span.IsThrottled());

    /// <summary>The maximum number of data calls in progress at once; more than one indicates a parallel query.</summary>
    public int MaxCosmosCallsAtOnce => Overlap.MaxAtOnce([.. CosmosDataCalls]);

    /// <summary>
    /// Builds the traces that have a server span as root. Leaves out traces whose root service is more often called by other
    /// services, since the spans of their callers were lost.
    /// </summary>
    public static IReadOnlyList<TraceTree> BuildAll(IEnumerable<SpanRecord> spans)
    {
        var trees = spans.GroupBy(span => span.TraceId).Select(Build).OfType<TraceTree>().ToList();
        var roots = trees.CountBy(tree => tree.Root.Span.Service).ToDictionary();
        var called = trees
            .SelectMany(tree => tree.Spans.Skip(1).Where(span => span.IsServer()))
            .CountBy(span => span.Service)
            .ToDictionary();
        return [.. trees.Where(tree => roots[tree.Root.Span.Service] >= called.GetValueOrDefault(tree.Root.Span.Service))];
    }

    private static TraceTree? Build(IGrouping<string, SpanRecord> trace)
    {
        var spans = WithDatabaseCalls([.. CosmosSpans.Tag([.. trace.DistinctBy(span => span.SpanId)])]);
        var ids = spans.Select(span => span.SpanId).ToHashSet();
        var root = spans.Where(span => !HasParentIn(span, ids) && span.IsServer()).MinBy(span => span.StartNanoseconds);
        if (root is null)
        {
            return null;
        }

        var children = spans.Where(span => HasParentIn(span, ids)).ToLookup(span => span.ParentSpanId);
        var tree = TraceNode.Grow(root, children);
        return new TraceTree(trace.Key, tree, tree.SelfAndDescendants.Count() == spans.Count);
    }

    /// <summary>
    /// Tags calls to other databases than Cosmos DB, by OpenTelemetry's conventions, as data calls. Of nested client spans only
    /// the innermost one is tagged.
    /// </summary>
    private static List<SpanRecord> WithDatabaseCalls(List<SpanRecord> spans)
    {
        if (!spans.Exists(IsUntaggedCall))
        {
            return spans;
        }

        var outer = spans.Where(span => span.Kind == SpanFacts.ClientKind).Select(span => span.ParentSpanId).ToHashSet();
        return [.. spans.Select(span => IsUntaggedCall(span) && !outer.Contains(span.SpanId)
            ? span with
            {
                Attributes = new Dictionary<string, string>(span.Attributes) { [SpanRecord.CosmosCall] = SpanFacts.DataCall },
            }
            : span)];
    }

    private static bool IsUntaggedCall(SpanRecord span) =>
        span.CosmosCall() is null && span.IsDatabaseCall() && !span.IsCosmos();

    private static bool HasParentIn(SpanRecord span, HashSet<string> ids) =>
        span.ParentSpanId is { } parent && ids.Contains(parent);
}
