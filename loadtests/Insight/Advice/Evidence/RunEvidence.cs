namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>
/// The data of a run from which causes are found. Every mean leaves out traces kept only for being slow, failed or throttled, and
/// requests that the end of the load cut off.
/// </summary>
internal sealed class RunEvidence
{
    private readonly IReadOnlyList<RequestRecord> _uniform;
    private readonly IReadOnlyList<RequestRecord> _answered;
    private readonly IReadOnlyList<RequestRecord> _traced;

    public RunEvidence(RunData data)
    {
        Record = data.Record;
        Samples = data.Samples;
        _uniform = [.. Samples.Requests.Where(request => !request.Extra)];
        _answered = [.. _uniform.Where(request => request.Error is null)];
        Traces = new TraceEvidence(Samples);
        Requests = Traces.Requests;
        _traced = [.. _answered.IntersectBy(Requests.Select(request => request.Trace.TraceId), request => request.TraceId)];
        Calls = new DatabaseCalls(Requests);
        Metrics = new MetricEvidence(Samples.Metrics);
        Processes = new ProcessEvidence(this);
        Breakdowns = [.. LatencyBreakdown.FromSamples(Samples).Where(breakdown => !breakdown.Extra)];
    }

    public RunRecord Record { get; }

    public RunSamples Samples { get; }

    public TraceEvidence Traces { get; }

    public IReadOnlyList<TracedRequest> Requests { get; }

    public DatabaseCalls Calls { get; }

    public MetricEvidence Metrics { get; }

    public ProcessEvidence Processes { get; }

    /// <summary>The latency breakdown of each request; empty if requests or their traces were not kept.</summary>
    public IReadOnlyList<LatencyBreakdown> Breakdowns { get; }

    public LoadRecord Load => Record.Load;

    public CosmosRecord Cosmos => Record.Cosmos;

    /// <summary>
    /// Mean latency of the requests with a complete answer; if requests were not kept, the mean of the load; without a load, the
    /// mean duration of the traces.
    /// </summary>
    public double LatencyMs => _answered.Count > 0 ? _answered.Average(request => request.LatencyMs)
        : Load.Latency.MeanMs > 0 ? Load.Latency.MeanMs
        : Mean(request => request.Trace.DurationMs);

    /// <summary>"of a mean latency of 12 ms", for the evidence.</summary>
    public string OfMeanLatency => $"of a mean latency of {Milliseconds(LatencyMs)}";

    /// <summary>Mean latency of the answered requests that have a trace, of which shares are stated.</summary>
    public double TracedLatencyMs => _traced.Count > 0 ? _traced.Average(request => request.LatencyMs) : LatencyMs;

    /// <summary>The share of the answered requests that have a trace, 0 to 1.</summary>
    public double TracedShare => _traced.Count > 0 ? (double)_traced.Count / _answered.Count
        : Load.Sent > 0 ? Math.Min(1, (double)Requests.Count / Load.Sent)
        : 1;

    /// <summary>The requests in progress when a traced request was sent, by trace; empty if requests were not kept.</summary>
    public IReadOnlyDictionary<string, int> InProgress => field ??= CountInProgress();

    /// <summary>Kept requests without a complete answer: they are in no mean.</summary>
    public int Unanswered => _uniform.Count - _answered.Count;

    /// <summary>Kept requests that are a uniform sample of all requests of the run.</summary>
    public int UniformlyKept => _uniform.Count;

    public double RequestUnitsPerOperation => Load.Sent > 0 ? Cosmos.RequestUnits / Load.Sent : 0;

    /// <summary>How long a request takes without its data calls, mean: users' network, first service, backends.</summary>
    public double RestMs
    {
        get
        {
            var latencies = _answered.ToLookup(request => request.TraceId, request => request.LatencyMs);
            var rests = Requests
                .SelectMany(traced => latencies[traced.Trace.TraceId].Select(latency => latency - traced.DatabaseMs))
                .ToList();
            return Math.Max(0, rests.Count > 0 ? rests.Average() : LatencyMs - Calls.MeanMs);
        }
    }

    /// <summary>
    /// The time of an answered request in the users' network and in the generator, mean, from the request's own timestamps; 0 if
    /// requests were not kept.
    /// </summary>
    public double OutsideMs => _answered
        .Select(request => (request.Sent - request.Scheduled + request.Done - request.Answered) / 1e6)
        .DefaultIfEmpty()
        .Average();

    /// <summary>How late requests were sent, mean of all that were kept; the median of the load if none were kept.</summary>
    public double LatenessMs => _uniform.Count > 0
        ? _uniform.Average(request => (request.Sent - request.Due) / 1e6)
        : Load.Generator.LatenessP50Ms ?? 0;

    /// <summary>The mean over the <see cref="Requests"/>; 0 if there are none.</summary>
    public double Mean(Func<TracedRequest, double> value) => Requests.Count == 0 ? 0 : Requests.Average(value);

    public double ShareOfLatency(double ms) => TracedLatencyMs > 0 ? Math.Clamp(ms / TracedLatencyMs, 0, 1) : 0;

    private Dictionary<string, int> CountInProgress()
    {
        long[] starts = [.. _uniform.Select(request => request.Sent).Order()];
        long[] ends = [.. _uniform.Select(request => request.Answered).Order()];
        return _traced.DistinctBy(request => request.TraceId)
            .ToDictionary(request => request.TraceId, request => UpTo(starts, request.Sent) - UpTo(ends, request.Sent));

        static int UpTo(long[] sorted, long moment) =>
            Array.BinarySearch(sorted, moment + 1) is >= 0 and var found ? found : ~Array.BinarySearch(sorted, moment + 1);
    }
}
