namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>One request from end to end, with a row for each span in tree order and a row for each wait for a retry.</summary>
/// <param name="MaxDataCallsAtOnce">The maximum number of data calls in progress at the same time.</param>
public sealed record Waterfall(double DurationMs, IReadOnlyList<WaterfallRow> Rows, int MaxDataCallsAtOnce)
{
    /// <summary>Data calls to Cosmos DB, throttled ones included.</summary>
    public int DataCalls => Rows.Count(row => row.Kind == WaterfallRowKind.CosmosData);

    public IEnumerable<WaterfallRow> Waits => Rows.Where(row => row.Kind == WaterfallRowKind.Wait);

    /// <summary>The time during which at least one call waits to be retried, in ms.</summary>
    public double WaitedMs { get; private init; }

    public static Waterfall FromTrace(TraceTree trace)
    {
        var waits = RetryWait.InTrace(trace).ToDictionary(wait => wait.Throttled.SpanId);
        var start = trace.Root.Span.StartNanoseconds;
        var rows = new List<WaterfallRow>();
        Add(trace.Root, 0);
        return new Waterfall(trace.DurationMs, rows, trace.MaxCosmosCallsAtOnce)
        {
            WaitedMs = RetryWait.CoveredMs(waits.Values),
        };

        void Add(TraceNode node, int depth)
        {
            rows.Add(WaterfallRow.FromSpan(node, start, depth));
            if (waits.TryGetValue(node.Span.SpanId, out var wait))
            {
                rows.Add(WaterfallRow.FromWait(wait, start, depth));
            }

            foreach (var child in node.Children)
            {
                Add(child, depth + 1);
            }
        }
    }
}
