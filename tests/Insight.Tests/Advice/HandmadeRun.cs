using System.Globalization;
using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice;

/// <summary>A run made by hand, healthy until something of it is changed by <c>with</c>. Durations are in ms.</summary>
internal sealed record HandmadeRun
{
    public const int Partitions = 9;

    private const int Traces = 180;
    private const double Seconds = 50;
    private const double ThinkMs = 300;
    private const double VisitUnits = 3.19;

    /// <summary>Calls of an operation to the database, each to another partition.</summary>
    public int Calls { get; init; } = 1;

    public bool SideBySide { get; init; }

    public double CallMs { get; init; } = 47;

    /// <summary>How long a call waits for its connection.</summary>
    public double QueueMs { get; init; }

    /// <summary>Reads of one row each after those calls.</summary>
    public int RowCalls { get; init; }

    /// <summary>Whether those are queries, whose number of rows is known, and not reads by id.</summary>
    public bool RowsByQuery { get; init; }

    public string Query { get; init; } = "SELECT * FROM c WHERE c.year = @year AND c.ownerId = @ownerId";

    /// <summary>A partition that takes eight times as long.</summary>
    public int? SlowPartition { get; init; }

    /// <summary>The users' own network.</summary>
    public double RoundTripMs { get; init; } = 120;

    public double LatenessMs { get; init; } = 0.3;

    /// <summary>What used the machine; null where it was not watched.</summary>
    public MachineLoad? MachineLoad { get; init; }

    public static MachineLoad Disturbed { get; } = new(StolenShare: 0.14, OtherShare: 0, OwnShare: 0.4);

    /// <summary>Between the gateway and a backend, there and back.</summary>
    public double BackendNetworkMs { get; init; } = 2;

    /// <summary>Only one request in so many meets that network; the others meet the usual one.</summary>
    public int LateAnswerOnceIn { get; init; } = 1;

    /// <summary>What each backend takes for itself.</summary>
    public IReadOnlyDictionary<string, double> OwnMs { get; init; } = new Dictionary<string, double>();

    /// <summary>Only one request in so many meets those times; the others meet the usual ones.</summary>
    public int SlowOnceIn { get; init; } = 1;

    /// <summary>A request takes the longer the more others are there: evenly from nothing to twice the mean.</summary>
    public bool Queued { get; init; }

    /// <summary>One package answer in so many is a 503, and the gateway asks again.</summary>
    public int? FailsOnceIn { get; init; }

    /// <summary>One operation in so many has its first call throttled.</summary>
    public int? ThrottledOnceIn { get; init; }

    /// <summary>The partition that throttles; null for all of them.</summary>
    public int? HotPartition { get; init; }

    public IReadOnlyList<LogicalKeyUsage> TopKeys { get; init; } = [];

    /// <summary>Mean CPU of processes, in cores.</summary>
    public IReadOnlyDictionary<string, double> Cores { get; init; } = new Dictionary<string, double>();

    public IReadOnlyList<MetricSample> Metrics { get; init; } = [];

    public static HandmadeRun Healthy { get; } = new();

    public static HandmadeRun SerialQuery { get; } = new() { Calls = Partitions };

    public static HandmadeRun ParallelQuery { get; } = new() { Calls = Partitions, SideBySide = true };

    /// <summary>Samples of a gauge, one a second.</summary>
    public static IEnumerable<MetricSample> Gauge(string service, string name, params double[] values) =>
        values.Select((value, index) => new MetricSample(service, name, "", index * 1_000_000_000L, value));

    public Diagnosis Explain() => Advisor.Explain(Data());

    public RunData Data()
    {
        var random = new Random(1);
        var traces = Enumerable.Range(0, Traces).Select(number => new HandmadeTrace(this, number, random)).ToList();
        var serviceMs = traces.Average(trace => trace.DurationMs) + 1;
        var record = Record(serviceMs);
        return new RunData(record, new RunSamples(
            [.. traces.SelectMany(trace => trace.Spans)], [.. traces.Select(trace => trace.Request)], Metrics, []));
    }

    private RunRecord Record(double serviceMs)
    {
        var latency = serviceMs + RoundTripMs + LatenessMs;
        var rate = 20.5 / (latency + ThinkMs) * 1000;
        var sent = (long)(rate * Seconds);
        var run = SampleRecords.Run;
        return run with
        {
            Manifest = run.Manifest with { Machine = run.Manifest.Machine with { DuringRun = MachineLoad } },
            Load = run.Load with
            {
                DurationSeconds = Seconds,
                ThinkTimeMs = ThinkMs,
                Successful = sent,
                ClientErrors = 0,
                CutOff = 0,
                Sent = sent,
                Latency = SampleRecords.Latency(latency),
                ServiceTime = SampleRecords.Latency(serviceMs),
                Generator = new GeneratorRecord(
                    LatenessMs, LatenessMs * 4, LatenessMs * 10, CoresOf("load-generator", 0.2), WasTheLimit: false),
            },
            Cosmos = Cosmos(run.Cosmos, sent),
            Processes =
            [
                .. ProcessNames.Select(name =>
                    new ProcessRecord(name, CoresOf(name, 0.15), CoresOf(name, 0.15) * 2, 100, 120)),
            ],
        };
    }

    private static IEnumerable<string> ProcessNames =>
        ["gateway", "delivery", "package", "drone-scheduler", "emulator", "load-generator"];

    private double CoresOf(string process, double usual) => Cores.GetValueOrDefault(process, usual);

    private CosmosRecord Cosmos(CosmosRecord cosmos, long sent)
    {
        var throttled = ThrottledOnceIn is { } once ? sent / once : 0;
        var units = sent * ((Calls * VisitUnits) + 0.25);
        return cosmos with
        {
            PartitionKeyPath = Calls == 1 ? "/ownerId" : "/deliveryId",
            ProvisionedRequestUnitsPerSecond = throttled > 0 ? 900 : 2_500,
            DataCallsByStatus = new Dictionary<string, long> { ["200"] = sent * Calls, ["429"] = throttled },
            RequestUnits = units,
            Partitions = [.. Enumerable.Range(0, Partitions).Select(id => Partition(id, throttled > 0))],
            TopKeys = TopKeys,
            Properties = [new("deliveryId", 200_000), new("ownerId", 500), new("year", 2)],
        };
    }

    /// <summary>A partition that throttles uses all of its budget.</summary>
    private PartitionRecord Partition(int id, bool throttles)
    {
        var full = throttles && (HotPartition is null || HotPartition == id);
        var seconds = Enumerable.Range(0, (int)Seconds).Select(
            second => new PartitionSecond(second, full ? 98 : 12, 30, full ? 3 : 0));
        return new PartitionRecord(id.ToString(CultureInfo.InvariantCulture), throttles ? 100 : 278, 1_000, [.. seconds]);
    }
}
