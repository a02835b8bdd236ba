using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Traces;

/// <summary>
/// Where the latency of one request went, part by part, in ms. The generator's parts come from
/// its own times, the others from spans on the critical path, each from its own interval: they
/// need not add up. What is missing or too much is <see cref="Rest"/>.
/// </summary>
public sealed class LatencyBreakdown
{
    private static readonly int PartCount = Enum.GetValues<LatencyPart>().Length;

    private readonly double[] _parts = new double[PartCount];

    internal LatencyBreakdown(string traceId, double latencyMs) => (TraceId, LatencyMs) = (traceId, latencyMs);

    public string TraceId { get; }

    /// <summary>From when the user meant to ask to when the user has the answer.</summary>
    public double LatencyMs { get; }

    /// <summary>
    /// The trace was kept only because the request was slow, failed or throttled: it stands for no other requests.
    /// </summary>
    public bool Extra { get; init; }

    public double GeneratorLateness => this[LatencyPart.GeneratorLateness];

    public double SimulatedRoundTrip => this[LatencyPart.SimulatedRoundTrip];

    public double ClientNetwork => this[LatencyPart.ClientNetwork];

    public double EntryWork => this[LatencyPart.EntryWork];

    public double BackendNetwork => this[LatencyPart.BackendNetwork];

    public double BackendWork => this[LatencyPart.BackendWork];

    public double CosmosConnectionQueue => this[LatencyPart.CosmosConnectionQueue];

    public double CosmosNetwork => this[LatencyPart.CosmosNetwork];

    public double CosmosService => this[LatencyPart.CosmosService];

    public double RetryWait => this[LatencyPart.RetryWait];

    /// <summary>What no part claims; below zero where parts claim more time than passed, for example as clocks differ.</summary>
    public double Rest => LatencyMs - _parts.Sum();

    public double this[LatencyPart part] => _parts[(int)part];

    /// <summary>Of every request whose trace was kept whole, in the order of the requests.</summary>
    public static IReadOnlyList<LatencyBreakdown> FromSamples(RunSamples samples)
    {
        var traces = TraceTree.BuildAll(samples.Spans).Where(trace => trace.IsComplete).ToDictionary(trace => trace.TraceId);
        var extra = samples.ExtraTraces.ToHashSet();
        return
        [
            .. samples.Requests
                .Where(request => request.Error is null && traces.ContainsKey(request.TraceId))
                .Select(request => FromTrace(request, traces[request.TraceId], extra.Contains(request.TraceId))),
        ];
    }

    /// <param name="trace">The trace of the request, with every span that was recorded.</param>
    public static LatencyBreakdown FromTrace(RequestRecord request, TraceTree trace, bool extra = false)
    {
        var breakdown = new LatencyBreakdown(request.TraceId, request.LatencyMs) { Extra = extra };
        var root = trace.Root.Span;
        breakdown.Claim(LatencyPart.GeneratorLateness, request.Sent - request.Due);
        breakdown.Claim(LatencyPart.SimulatedRoundTrip, request.Due - request.Scheduled);
        breakdown.Claim(LatencyPart.SimulatedRoundTrip, request.Done - request.Answered);
        breakdown.Claim(LatencyPart.ClientNetwork, root.StartNanoseconds - request.Sent);
        breakdown.Claim(LatencyPart.ClientNetwork, request.Answered - root.EndNanoseconds());
        new TraceAccountant(breakdown, trace).Enter(trace.Root);
        return breakdown;
    }

    /// <summary>The mean of each part; of latency and rest too, therefore.</summary>
    internal static LatencyBreakdown Mean(IReadOnlyCollection<LatencyBreakdown> breakdowns)
    {
        var mean = new LatencyBreakdown("", breakdowns.Average(each => each.LatencyMs));
        for (var part = 0; part < PartCount; part++)
        {
            mean._parts[part] = breakdowns.Average(each => each._parts[part]);
        }

        return mean;
    }

    /// <summary>An interval that ends before it starts claims nothing: what went wrong then shows in the rest.</summary>
    internal void Claim(LatencyPart part, double nanoseconds) => _parts[(int)part] += Math.Max(0, nanoseconds) / 1e6;
}
