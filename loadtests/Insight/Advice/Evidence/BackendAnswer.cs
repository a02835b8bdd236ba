using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>A call from one service to another.</summary>
/// <param name="Service">The service that answered; null where the call did not arrive, or its span was not kept.</param>
/// <param name="Status">The HTTP status that the caller got; null where it got no answer.</param>
internal sealed record BackendAnswer(SpanRecord Call, string? Service, int? Status)
{
    /// <summary>Answered 5xx, or not at all.</summary>
    public bool Failed => Status is >= 500 and <= 599 || (Status is null && Call.Failed);

    public static BackendAnswer FromCall(TraceNode call) =>
        new(call.Span, call.Answering?.Span.Service, call.Span.Status());
}
