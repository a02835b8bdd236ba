namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>
/// The latency of one request, split into parts, in ms. The parts of the generator come from its timestamps, the others from the
/// spans on the critical path. Each part is measured separately, so the sum may differ from the latency; the difference is
/// <see cref="Rest"/>.
/// </summary>
public sealed class LatencyBreakdown
{
    private static readonly int PartCount = Enum.GetValues<LatencyPart>().Length;

    private readonly double[] _parts = new double[PartCount];

    internal LatencyBreakdown(string traceId, double latencyMs) => (TraceId, LatencyMs) = (traceId, latencyMs);

    public string TraceId { get; }

    /// <summary>From the scheduled start to the moment when the user has the answer.</summary>
    public double LatencyMs { get; }

    /// <summary>Whether the trace was kept only for being slow, failed or throttled, and so is not representative.</summary>
    public bool Extra { get; init; }

    /// <summary>The time that no part explains; negative if the parts exceed the latency, for example if clocks differ.</summary>
    public double Rest => LatencyMs - _parts.Sum();

    public double this[LatencyPart part] => _parts[(int)part];

    /// <summary>The breakdowns of all requests with a complete trace, in the order of the requests.</summary>
    public static IReadOnlyList<LatencyBreakdown> FromSamples(RunSamples samples)
    {
        var traces = TraceTree.BuildAll(samples.Spans).Where(trace => trace.IsComplete).ToDictionary(trace => trace.TraceId);
        var extra = samples.ExtraTraces.ToHashSet();
        return samples.Requests
            .Where(request => request.Error is null && traces.ContainsKey(request.TraceId))
            .Select(request => FromTrace(request, traces[request.TraceId], extra.Contains(request.TraceId)))
            .ToList();
    }

    /// <param name="trace">The trace of the request, with every span that was recorded.</param>
    public static LatencyBreakdown FromTrace(RequestRecord request, TraceTree trace, bool extra = false)
    {
        var breakdown = new LatencyBreakdown(request.TraceId, request.LatencyMs) { Extra = extra };
        var root = trace.Root.Span;
        breakdown.Claim(LatencyPart.GeneratorLateness, request.Sent - request.Due);
        breakdown.Claim(LatencyPart.SimulatedRoundTrip, request.Due - request.Scheduled);
        breakdown.Claim(LatencyPart.SimulatedRoundTrip, request.Done - request.Answered);
        breakdown.Claim(LatencyPart.ClientNetwork, request.Answered - request.Sent - root.DurationNanoseconds);
        new TraceAccountant(breakdown, trace).Enter(trace.Root);
        return breakdown;
    }

    /// <summary>The mean of each part, and so of latency and rest.</summary>
    internal static LatencyBreakdown Mean(IReadOnlyCollection<LatencyBreakdown> breakdowns)
    {
        var mean = new LatencyBreakdown("", breakdowns.Average(each => each.LatencyMs));
        for (var part = 0; part < PartCount; part++)
        {
            mean._parts[part] = breakdowns.Average(each => each._parts[part]);
        }

        return mean;
    }

    /// <summary>Adds time to a part. A negative interval counts as zero, so the error is visible in the rest.</summary>
    internal void Claim(LatencyPart part, double nanoseconds) => _parts[(int)part] += Math.Max(0, nanoseconds) / 1e6;
}
