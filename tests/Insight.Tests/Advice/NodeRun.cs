using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice;

/// <summary>
/// A run of a simulated application of another kind: <c>web</c> calls <c>catalog</c>, which queries PostgreSQL. Both run their
/// code on one thread. Requests wait in queues for that thread, for a lock and for a connection. Durations are in ms and vary.
/// As in OpenTelemetry for JavaScript, starts of spans are rounded down to a millisecond.
/// </summary>
internal sealed record NodeRun
{
    /// <summary>Unix time in ms.</summary>
    public const long Start = 1_800_000_000_000;

    /// <summary>Requests a second of an open loop, at random distances.</summary>
    public double PerSecond { get; init; } = 60;

    /// <summary>Whether all requests of the open loop are equally far apart.</summary>
    public bool IsEven { get; init; }

    /// <summary>Users who ask again at once; null for an open loop.</summary>
    public int? Users { get; init; }

    public double Seconds { get; init; } = 40;

    public int Seed { get; init; } = 1;

    /// <summary>What catalog computes for a request.</summary>
    public double ComputesMs { get; init; } = 2;

    /// <summary>What web computes for a request after the answers of catalog; 0 for nothing.</summary>
    public double WebComputesMs { get; init; }

    /// <summary>How long catalog holds its lock; 0 for no lock.</summary>
    public double LockMs { get; init; }

    /// <summary>How long catalog waits for a timer.</summary>
    public double TimerMs { get; init; }

    public double TimerVariation { get; init; } = 0.1;

    public double QueryMs { get; init; } = 3;

    public int Queries { get; init; } = 1;

    public int Connections { get; init; } = 20;

    /// <summary>Whether the client records its wait for a connection as a span.</summary>
    public bool ConnectSpans { get; init; }

    /// <summary>Calls from web to catalog, one after another.</summary>
    public int CatalogCalls { get; init; } = 1;

    /// <summary>What web waits for a payment provider, which is not traced; 0 if it does not call it.</summary>
    public double PaymentMs { get; init; }

    /// <summary>At most this number of traces is kept.</summary>
    public int Traces { get; init; } = 400;

    public double WebSkewMs { get; init; }

    public double CatalogSkewMs { get; init; }

    public bool HasLoopMetric { get; init; } = true;

    public bool HasPoolMetric { get; init; }

    public bool HasProcesses { get; init; } = true;

    public Diagnosis Explain() => Advisor.Explain(Data());

    public RunData Data()
    {
        var simulation = new NodeSimulation(this);
        var requests = simulation.Run();
        var random = new Random(Seed + 1_000);
        var kept = requests.OrderBy(_ => random.Next()).Take(Traces).Select(request => request.Record.TraceId).ToHashSet();
        return new RunData(Record(simulation, requests), new RunSamples(
            [
                .. requests.Where(request => kept.Contains(request.Record.TraceId))
                    .SelectMany(request => request.Spans)
                    .Select(span => span with { StartNanoseconds = span.StartNanoseconds / 1_000_000 * 1_000_000 }),
            ],
            [.. requests.Select(request => request.Record)],
            [.. Metrics(simulation)],
            [.. Processes(simulation)]));
    }

    private RunRecord Record(NodeSimulation simulation, IReadOnlyList<NodeRequest> requests)
    {
        var run = SampleRecords.Run;
        var mean = requests.Average(request => request.Record.LatencyMs);
        return run with
        {
            Manifest = run.Manifest with
            {
                Lab = "http",
                Scenario = "http",
                Title = "GET http://127.0.0.1:3000/products",
                Published = null,
                Configuration = new Dictionary<string, string>(),
                Flags = new Dictionary<Setting, string>(),
                Machine = run.Manifest.Machine with { Cores = 8 },
            },
            Load = run.Load with
            {
                DurationSeconds = Seconds,
                ThinkTimeMs = 0,
                Successful = requests.Count,
                Sent = requests.Count,
                ClientErrors = 0,
                CutOff = 0,
                Unanswered = 0,
                Successes = null,
                Latency = SampleRecords.Latency(mean),
                Steps = [],
                Seconds = [],
                ErrorsByReason = new Dictionary<string, long>(),
                Arrivals = Users is null ? new ArrivalRecord(requests.Count, 0, 0) : null,
                Generator = new GeneratorRecord(0.1, 0.5, 2, 0.2, WasTheLimit: false),
            },
            Cosmos = CosmosRecord.None,
            Operation = null,
            Processes = HasProcesses
                ?
                [
                    new("web", simulation.WebCores, simulation.WebCores + 0.1, 90, 100),
                    new("catalog", simulation.CatalogCores, simulation.CatalogCores + 0.1, 90, 100),
                    new("load-generator", 0.2, 0.3, 90, 100),
                ]
                : [],
        };
    }

    private IEnumerable<ProcessSample> Processes(NodeSimulation simulation) => HasProcesses
        ? Enumerable.Range(0, (int)Seconds).SelectMany(second => (ProcessSample[])
            [
                new("web", second, simulation.WebCores, 90, 11, null),
                new("catalog", second, simulation.CatalogCores + (second % 5 * 0.01), 90, 11, null),
            ])
        : [];

    private IEnumerable<MetricSample> Metrics(NodeSimulation simulation)
    {
        var at = Enumerable.Range(0, (int)Seconds / 5).Select(index => (Start + (index * 5_000)) * 1_000_000).ToList();
        MetricSample[] loop = HasLoopMetric
            ?
            [
                .. at.Select((time, index) => new MetricSample(
                    "catalog", "nodejs.eventloop.utilization", "service.instance.id=a", time,
                    simulation.CatalogBusy + (index % 3 * 0.01))),
                .. at.Select(time => new MetricSample("web", "nodejs.eventloop.utilization", "", time, simulation.WebCores)),
            ]
            : [];
        MetricSample[] pool = HasPoolMetric
            ?
            [
                .. at.Select(time => new MetricSample(
                    "catalog", "db.client.connection.pending_requests", "db.client.connection.pool.name=shop", time,
                    simulation.Pending)),
            ]
            : [];
        return loop.Concat(pool);
    }
}
