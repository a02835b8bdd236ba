namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>
/// Builds a run for the advisor from the last 15 seconds of a running system: the rates of the last second, applied to that time,
/// and its traces and metrics. Data that only a run folder has, such as the network of the users, is missing.
/// </summary>
internal static class LiveDiagnosis
{
    private const double WindowSeconds = 15;
    private const double Crowded = 0.95;

    /// <summary>The traces and metrics of this time are needed.</summary>
    public static TimeSpan Window { get; } = TimeSpan.FromSeconds(WindowSeconds);

    private static readonly LiveCosmos NoCosmos = new("", "", 0, new Dictionary<string, double>(), [], null, null);

    /// <summary>Null if nothing was read, or no trace is complete.</summary>
    public static Diagnosis? Explain(LiveSnapshot? latest, IReadOnlyList<SpanRecord> spans, IReadOnlyList<MetricSample> metrics)
    {
        var last = spans.Select(span => span.StartNanoseconds).DefaultIfEmpty().Max();
        List<SpanRecord> recent = [.. spans.Where(span => IsRecent(span.StartNanoseconds, last))];
        var traces = TraceTree.BuildAll(recent).Where(trace => trace.IsComplete).ToList();
        if (latest is null || traces.Count == 0)
        {
            return null;
        }

        var lastMetric = metrics.Select(sample => sample.Time).DefaultIfEmpty().Max();
        var samples = new RunSamples(recent, [], [.. metrics.Where(sample => IsRecent(sample.Time, lastMetric))], []);
        var record = new RunRecord(
            Manifest(latest),
            Load(latest, traces.Average(trace => trace.DurationMs)),
            Cosmos(latest.Cosmos ?? NoCosmos),
            [.. latest.Processes.Select(process => new ProcessRecord(
                process.Name, process.CpuCores, process.CpuCores, process.MemoryMiB, process.MemoryMiB))]);
        return Advisor.Explain(new RunData(record, samples));
    }

    private static bool IsRecent(long nanoseconds, long last) => nanoseconds >= last - (WindowSeconds * 1e9);

    private static RunManifest Manifest(LiveSnapshot latest) => new()
    {
        Lab = "live", Scenario = "live", Title = latest.Title, StartedAt = latest.Time, Mode = "",
        DebugBuild = MachineReader.IsDebugBuild, Command = "", Machine = RunManifestBuilder.Machine(),
        Configuration = new Dictionary<string, string>(), Load = "", Flags = DeliveryFlag.BySetting,
    };

    private static LoadRecord Load(LiveSnapshot latest, double meanMs)
    {
        var (load, none) = (latest.Load, new Dictionary<string, long>());
        var answered = (long)Math.Round(load.RequestsPerSecond * WindowSeconds);
        var failed = (long)Math.Round(load.ErrorsPerSecond * WindowSeconds);
        var latency = new LatencySummary { MeanMs = meanMs, P50Ms = meanMs, P75Ms = meanMs, P95Ms = meanMs, P99Ms = meanMs };
        return new LoadRecord(
            WindowSeconds, answered, failed, none, 0, latency, null, [],
            new GeneratorRecord(null, null, null, GeneratorCores(latest), WasTheLimit: false), [],
            [new StepSummary(load.Users, WindowSeconds, answered, failed, meanMs, meanMs)])
        {
            Sent = answered + failed,
        };
    }

    private static double GeneratorCores(LiveSnapshot latest) => latest.Processes
        .Where(process => process.Name.StartsWith("load", StringComparison.Ordinal))
        .Sum(process => process.CpuCores);

    private static CosmosRecord Cosmos(LiveCosmos cosmos)
    {
        var throttled = cosmos.CallsPerSecond.GetValueOrDefault(CosmosRecord.Throttled);
        return new CosmosRecord(
            cosmos.Container,
            cosmos.PartitionKeyPath,
            cosmos.Provisioned,
            cosmos.CallsPerSecond.ToDictionary(calls => calls.Key, calls => (long)Math.Round(calls.Value * WindowSeconds)),
            new Dictionary<string, long>(),
            cosmos.RequestUnitsPerSecond * WindowSeconds,
            [.. cosmos.Partitions.Select(partition => new PartitionRecord(partition.Id, partition.Budget, 0,
                [new PartitionSecond(0, partition.RequestUnits, 0, throttled > 0 && partition.Share >= Crowded ? 1 : 0)]))]);
    }
}
