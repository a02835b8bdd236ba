namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>The traces of a run that are a uniform sample of its requests, and what they lack.</summary>
internal sealed class TraceEvidence
{
    /// <summary>Smaller differences of clocks are those of threads that wait for a core before they end their span.</summary>
    private const double MinSkewMs = 1;

    private readonly IReadOnlyList<RequestRecord> _requests;

    public TraceEvidence(RunSamples samples)
    {
        var traces = TraceTree.BuildAll(samples.Spans.Where(span => !samples.ExtraTraces.Contains(span.TraceId))).ToList();
        Incomplete = traces.Count(trace => !trace.IsComplete);
        All = traces.Count;
        _requests = [.. samples.Requests.Where(request => request.Error is null)];
        var answered = _requests.Select(request => request.TraceId).ToHashSet();
        // A load generator that sends no ids of traces has requests that belong to no trace.
        var sent = samples.Requests.Select(request => request.TraceId).ToHashSet();
        var areLinked = answered.Count > 0 && traces.Exists(trace => sent.Contains(trace.TraceId));
        Requests =
        [
            .. traces
                .Where(trace => trace.IsComplete || MostAreIncomplete)
                .Where(trace => !areLinked || answered.Contains(trace.TraceId))
                .Select(trace => new TracedRequest(trace))
                .Where(request => request.IsAnswered),
        ];
    }

    public IReadOnlyList<TracedRequest> Requests { get; }

    public int All { get; }

    /// <summary>Traces with a span whose parent is missing. They are left out, unless most traces are.</summary>
    public int Incomplete { get; }

    public bool MostAreIncomplete => Incomplete > All / 2.0;

    /// <summary>
    /// How much the clock of a service differs from that of its callers, or of the load generator, in ms: the correction that
    /// nine in ten of its spans need at most. Only services whose clock differs.
    /// </summary>
    public IReadOnlyDictionary<string, double> SkewsMs => Corrections()
        .GroupBy(correction => correction.Service)
        .Select(service => (service.Key, Ms: service.Select(correction => Math.Abs(correction.Nanoseconds) / 1e6).Quantile(0.9)))
        .Where(service => service.Ms >= MinSkewMs)
        .ToDictionary(service => service.Key, service => service.Ms);

    private IEnumerable<(string Service, long Nanoseconds)> Corrections()
    {
        var byTrace = Requests.ToLookup(request => request.Trace.TraceId, request => request.Trace.Root.Span);
        var ofEntry = _requests.SelectMany(request => byTrace[request.TraceId]
            .Select(root => (root.Service, root.ShiftInto(request.Sent, request.Answered))));
        return Requests
            .SelectMany(request => request.Trace.Root.SelfAndDescendants.Skip(1))
            .Where(node => node.Span.IsServer())
            .Select(node => (node.Span.Service, node.ClockShift))
            .Concat(ofEntry);
    }
}
