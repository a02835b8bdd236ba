namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>A span and its children, ordered by start.</summary>
public sealed record TraceNode(SpanRecord Span, IReadOnlyList<TraceNode> Children)
{
    /// <summary>
    /// The correction of the clock of the span's service, in ns, relative to the clock of its caller. Times of the span and its
    /// descendants are corrected.
    /// </summary>
    public long ClockShift { get; init; }

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

    private bool IsCall => Span.Kind == SpanFacts.ClientKind && !Span.IsConnecting()
        && (Span.CosmosCall() is not null || Answering is not null || !HasClients(Children));

    private static bool HasClients(IReadOnlyList<TraceNode> nodes) =>
        nodes.Any(node => node.Span.Kind == SpanFacts.ClientKind || HasClients(node.Children));

    /// <summary>
    /// The nodes for which their common caller waited, in order: from the time <paramref name="until"/> backwards, each time the
    /// node that ended last. Of parallel calls only the one that ended last counts.
    /// </summary>
    internal static IReadOnlyList<TraceNode> Awaited(IEnumerable<TraceNode> nodes, long until)
    {
        var awaited = new List<TraceNode>();
        var ordered = nodes.OrderByDescending(node => node.Span.EndNanoseconds()).ToList();
        var rounding = Overlap.Rounding(ordered.Select(node => node.Span));
        foreach (var node in ordered)
        {
            if (node.Span.EndNanoseconds() - rounding <= (awaited is [.., var last] ? last.Span.StartNanoseconds : until))
            {
                awaited.Add(node);
            }
        }

        awaited.Reverse();
        return awaited;
    }

    /// <summary>
    /// The spans below a span. The clocks of two machines may differ: a child in another service that begins before its parent or
    /// ends after it is shifted, with its descendants, by the smallest correction.
    /// </summary>
    /// <param name="shift">The correction of the clock of the span's service, in ns.</param>
    internal static TraceNode Grow(SpanRecord span, ILookup<string?, SpanRecord> childrenByParent, long shift = 0)
    {
        var parent = Shifted(span, shift);
        var children = childrenByParent[span.SpanId].Select(child =>
        {
            var correction = child.Service == span.Service
                ? 0
                : Overlap.RoundDown(child, Shifted(child, shift).ShiftInto(parent.StartNanoseconds, parent.EndNanoseconds()));
            return Grow(child, childrenByParent, shift + correction) with { ClockShift = correction };
        });
        return new TraceNode(parent, [.. children.OrderBy(child => child.Span.StartNanoseconds)]);
    }

    private static SpanRecord Shifted(SpanRecord span, long shift) =>
        shift == 0 ? span : span with { StartNanoseconds = span.StartNanoseconds + shift };
}
