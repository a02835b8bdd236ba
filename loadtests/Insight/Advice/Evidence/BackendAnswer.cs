using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>A call from the gateway to a backend.</summary>
/// <param name="Service">Who answered; null where the call did not arrive, or its span was not kept.</param>
/// <param name="OwnMs">How long the backend took without its calls to the database and its waits to retry them.</param>
/// <param name="Status">The HTTP status that the gateway got; null where it got no answer.</param>
internal sealed record BackendAnswer(SpanRecord Call, string? Service, double OwnMs, int? Status)
{
    /// <summary>Answered 5xx, or not at all.</summary>
    public bool Failed => Status is >= 500 and <= 599 || (Status is null && Call.Failed);

    /// <param name="waits">The trace's waits to retry, each as a span from the throttled call to its next try.</param>
    public static BackendAnswer Of(TraceNode call, IEnumerable<SpanRecord> waits)
    {
        if (call.Children.FirstOrDefault(child => child.Span.Kind == SpanFacts.ServerKind) is not { } server)
        {
            return new BackendAnswer(call.Span, null, 0, call.Span.Status());
        }

        var database = server.SelfAndDescendants.Select(node => node.Span).Where(span => span.CosmosCall() is not null);
        var awaited = database.Concat(waits.Where(wait => wait.Service == server.Span.Service));
        var own = Math.Max(0, server.Span.DurationMs() - Coverage.Ms(awaited));
        return new BackendAnswer(call.Span, server.Span.Service, own, call.Span.Status());
    }
}
