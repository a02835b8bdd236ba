namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>
/// The own time of each service, in ms: how long an answer waited for the service itself. It excludes the calls of the service,
/// its waits to retry, and the time during which the answer of another service was outstanding.
/// </summary>
internal static class OwnTime
{
    /// <param name="waits">The trace's waits to retry, each as a span from the throttled call to its retry.</param>
    public static IReadOnlyDictionary<string, double> ByService(TraceTree trace, IReadOnlyList<SpanRecord> waits)
    {
        var byService = new Dictionary<string, double>();
        Add(trace.Root, double.PositiveInfinity);
        return byService;

        // atMost: how long the caller waited only for this answer.
        void Add(TraceNode server, double atMost)
        {
            var calls = server.Calls.ToList();
            var service = server.Span.Service;
            byService[service] = byService.GetValueOrDefault(service) + Math.Min(atMost, InsideMs(server, calls, waits));
            foreach (var call in TraceNode.Awaited(calls, server.Span.EndNanoseconds()))
            {
                if (call.Answering is { } answering)
                {
                    Add(answering, Math.Min(atMost, AloneMs(call, answering.Span.Service, calls)));
                }
            }
        }
    }

    /// <summary>The own time of all server spans of the trace, including those whose answers were not awaited.</summary>
    public static IReadOnlyDictionary<string, double> InsideByService(TraceTree trace, IReadOnlyList<SpanRecord> waits) =>
        trace.Root.SelfAndDescendants
            .Where(node => node.Span.IsServer())
            .GroupBy(server => server.Span.Service)
            .ToDictionary(service => service.Key, service => service.Sum(server => InsideMs(server, server.Calls, waits)));

    private static double InsideMs(TraceNode server, IEnumerable<TraceNode> calls, IEnumerable<SpanRecord> waits)
    {
        var others = calls.Select(call => call.Span).Concat(waits.Where(wait => wait.Service == server.Span.Service));
        return Math.Max(0, server.Span.DurationMs() - Overlap.CoveredMs(others));
    }

    /// <summary>From the last other end before it, or from its own start if that is later, to the end of the call.</summary>
    private static double AloneMs(TraceNode call, string service, IEnumerable<TraceNode> calls)
    {
        var end = call.Span.EndNanoseconds();
        var others = calls
            .Where(other => other.Answering?.Span.Service != service)
            .Select(other => other.Span.EndNanoseconds())
            .Where(other => other <= end);
        return (end - Math.Max(call.Span.StartNanoseconds, others.DefaultIfEmpty(0).Max())) / 1e6;
    }
}
