namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>One traced request, and the parts of its duration. Durations are in ms.</summary>
internal sealed class TracedRequest
{
    // The status that ASP.NET Core reports if the client aborted the request.
    private const int ClientClosedRequest = 499;

    public TracedRequest(TraceTree trace)
    {
        Trace = trace;
        DataCalls = [.. trace.CosmosDataCalls];
        Answered = [.. DataCalls.Where(call => !call.IsThrottled())];
        var waits = RetryWait.InTrace(trace).ToList();
        RetryWaitMs = RetryWait.CoveredMs(waits);
        var waiting = waits.Select(SpanOf).ToList();
        Calls = [.. trace.Root.SelfAndDescendants.Where(node => node.Span.IsServer()).SelectMany(ClientCall.FromServer)];
        Backends = [.. Calls.Where(call => !call.Call.IsDatabaseCall())];
        OwnMs = OwnTime.ByService(trace, waiting);
        InsideMs = OwnTime.InsideByService(trace, waiting);
    }

    public TraceTree Trace { get; }

    /// <summary>Calls to Cosmos DB for data, ordered by start.</summary>
    public IReadOnlyList<SpanRecord> DataCalls { get; }

    /// <summary>Data calls that were not throttled.</summary>
    public IReadOnlyList<SpanRecord> Answered { get; }

    /// <summary>The service that the user called.</summary>
    public string Entry => Trace.Root.Span.Service;

    /// <summary>The calls of all services, at any depth.</summary>
    public IReadOnlyList<ClientCall> Calls { get; }

    /// <summary>Calls from service to service, at any depth.</summary>
    public IReadOnlyList<ClientCall> Backends { get; }

    /// <summary>How long at least one call waited between being throttled and its retry.</summary>
    public double RetryWaitMs { get; }

    /// <summary>Whether the request was answered; the end of the load cuts off requests that are still in progress.</summary>
    public bool IsAnswered => Trace.Root.Span.Status() != ClientClosedRequest;

    public bool IsThrottled => DataCalls.Count > Answered.Count;

    /// <summary>From the start of the first data call to the end of the last.</summary>
    public double DatabaseMs => SpanBetween(DataCalls);

    /// <summary>Query plans, which come before the data calls.</summary>
    public IEnumerable<SpanRecord> PlanCalls => Trace.Spans.Where(span => span.CosmosCall() == SpanFacts.PlanCall);

    public double PlanMs => PlanCalls.Sum(call => call.DurationMs());

    /// <summary>How long the answer waited for each service itself.</summary>
    public IReadOnlyDictionary<string, double> OwnMs { get; }

    /// <summary>How long the request was in each service itself, awaited or not: without its calls and waits to retry.</summary>
    public IReadOnlyDictionary<string, double> InsideMs { get; }

    /// <summary>
    /// How long the calls to and from the service are in progress while none of them is being answered, in ms; null if there are
    /// no such calls.
    /// </summary>
    public double? OnTheWayMs(string service)
    {
        var calls = Backends.Where(call => call.Call.Service == service || call.Service == service)
            .Where(call => call.Answering is not null)
            .ToList();
        return calls.Count == 0 ? null : Math.Max(
            0, Overlap.CoveredMs(calls.Select(call => call.Call)) - Overlap.CoveredMs(calls.Select(call => call.Answering!)));
    }

    public static double SpanBetween(IReadOnlyCollection<SpanRecord> calls) => calls.Count == 0
        ? 0
        : (calls.Max(call => call.EndNanoseconds()) - calls.Min(call => call.StartNanoseconds)) / 1e6;

    private static SpanRecord SpanOf(RetryWait wait) =>
        wait.Throttled with { DurationNanoseconds = wait.Retry.StartNanoseconds - wait.Throttled.StartNanoseconds };
}
