namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>
/// Walks a trace along its critical path and adds each interval to its part. Two kinds of time are in no part: a call without a
/// span of the called service, and own time of a span during which it had a call in progress that it does not seem to await.
/// </summary>
internal sealed class TraceAccountant(LatencyBreakdown breakdown, TraceTree trace)
{
    private readonly Dictionary<string, RetryWait> _waitsByRetry =
        RetryWait.InTrace(trace).ToDictionary(wait => wait.Retry.SpanId);

    public void Enter(TraceNode node)
    {
        if (node.Span.CosmosCall() is not null)
        {
            EnterCosmosCall(node.Span);
        }
        else if (node.Answering is { } server)
        {
            breakdown.Claim(LatencyPart.BackendNetwork, node.Span.DurationNanoseconds - server.Span.DurationNanoseconds);
            Enter(server);
        }
        else if (!IsUnansweredCall(node))
        {
            EnterOwnTime(node);
        }
    }

    private void EnterCosmosCall(SpanRecord call)
    {
        var queue = call.QueueMs() * 1e6;
        // A database that does not report how long it took: the network to it is not known.
        var service = call.Number(SpanRecord.RequestDurationMs) * 1e6 ?? call.DurationNanoseconds - queue;
        breakdown.Claim(LatencyPart.CosmosService, service);
        breakdown.Claim(LatencyPart.CosmosConnectionQueue, queue);
        breakdown.Claim(LatencyPart.CosmosNetwork, call.DurationNanoseconds - service - queue);
    }

    private void EnterOwnTime(TraceNode node)
    {
        var awaited = TraceNode.Awaited(node.Children, node.Span.EndNanoseconds());
        var others = node.Children
            .Select(child => child.Span)
            .ExceptBy(awaited.Select(child => child.Span.SpanId), span => span.SpanId)
            .ToList();
        var from = node.Span.StartNanoseconds;
        foreach (var child in awaited)
        {
            EnterGap(node.Span, from, WaitBefore(child.Span, from), child.Span.StartNanoseconds, others);
            Enter(child);
            from = child.Span.EndNanoseconds();
        }

        EnterGap(node.Span, from, node.Span.EndNanoseconds(), node.Span.EndNanoseconds(), others);
    }

    /// <summary>A call without a span of the called service: only its duration is known.</summary>
    private static bool IsUnansweredCall(TraceNode node) => node.Span.Kind == SpanFacts.ClientKind && node.Children.Count == 0;

    /// <summary>Adds own time of a span between two moments; from <paramref name="waitFrom"/> on it waited for a retry.</summary>
    private void EnterGap(SpanRecord span, long from, long waitFrom, long to, IReadOnlyList<SpanRecord> others)
    {
        var work = span.Service == trace.Root.Span.Service ? LatencyPart.EntryWork : LatencyPart.BackendWork;
        breakdown.Claim(work, waitFrom - from - Overlap.Covered(others, from, waitFrom));
        breakdown.Claim(LatencyPart.RetryWait, to - waitFrom);
    }

    /// <summary>When the wait for a retry began; the start of the call if it is not a retry.</summary>
    private long WaitBefore(SpanRecord call, long from) =>
        _waitsByRetry.TryGetValue(call.SpanId, out var wait)
            ? Math.Max(from, wait.Throttled.EndNanoseconds())
            : call.StartNanoseconds;
}
