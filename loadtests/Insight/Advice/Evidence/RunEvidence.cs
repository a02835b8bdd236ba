using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Traces;

namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>
/// The run as the causes look at it. Traces kept only for being slow, failed or throttled are left out of every mean, and so are
/// requests that the end of the load cut off.
/// </summary>
internal sealed class RunEvidence
{
    public const string Generator = "load-generator";
    public const string Emulator = "emulator";

    public RunEvidence(RunData data)
    {
        Record = data.Record;
        Samples = data.Samples;
        var answered = data.Samples.Requests.Select(request => request.TraceId).ToHashSet();
        Requests =
        [
            .. TraceTree.BuildAll(data.Samples.Spans.Where(span => !data.Samples.ExtraTraces.Contains(span.TraceId)))
                .Where(trace => trace.IsComplete && trace.Spans.Any(span => span.IsBackendCall()))
                .Where(trace => answered.Count == 0 || answered.Contains(trace.TraceId))
                .Select(trace => new TracedRequest(trace))
                .Where(request => request.IsAnswered),
        ];
        Calls = new DatabaseCalls(Requests);
        Metrics = new MetricEvidence(data.Samples.Metrics);
        Processes = new ProcessEvidence(this);
        Books = [.. Traces.Books.OfRun(data.Samples).Where(books => !books.Extra)];
    }

    public RunRecord Record { get; }

    public RunSamples Samples { get; }

    public IReadOnlyList<TracedRequest> Requests { get; }

    public DatabaseCalls Calls { get; }

    public MetricEvidence Metrics { get; }

    public ProcessEvidence Processes { get; }

    /// <summary>Where the latency of each request went; empty where requests or their traces were not kept.</summary>
    public IReadOnlyList<Books> Books { get; }

    public LoadRecord Load => Record.Load;

    public CosmosRecord Cosmos => Record.Cosmos;

    /// <summary>Of successful requests.</summary>
    public double LatencyMs => Load.Latency.MeanMs;

    public double RequestUnitsPerOperation => Load.Sent > 0 ? Cosmos.RequestUnits / Load.Sent : 0;

    /// <summary>How long a request takes apart from its data calls: users' network, gateway, services.</summary>
    public double RestMs => Requests.Count == 0 || Load.ServiceTime is null
        ? Math.Max(0, LatencyMs - Calls.MeanMs)
        : OutsideMs + ClientNetworkMs + Requests.Average(request => request.DurationMs - request.DatabaseMs);

    /// <summary>What a request spends in the users' own network and in the generator.</summary>
    public double OutsideMs => Load.ServiceTime is { } service ? Math.Max(0, LatencyMs - service.MeanMs) : 0;

    /// <summary>From the generator to the gateway and back, of the requests whose traces were kept.</summary>
    public double ClientNetworkMs
    {
        get
        {
            var seen = Samples.Requests.ToLookup(request => request.TraceId);
            var gaps = Requests.SelectMany(traced =>
                seen[traced.Trace.TraceId].Select(request => ((request.Answered - request.Sent) / 1e6) - traced.DurationMs));
            return Math.Max(0, gaps.DefaultIfEmpty().Average());
        }
    }

    public double ShareOfLatency(double ms) => LatencyMs > 0 ? Math.Clamp(ms / LatencyMs, 0, 1) : 0;
}
