using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>What a run folder keeps in addition to its record: single observations, in bounded number.</summary>
/// <param name="Spans">Of the traces kept, whole traces together.</param>
/// <param name="Requests">As the generator saw them; those of the kept traces among them.</param>
/// <param name="Metrics">What the services measured of themselves.</param>
/// <param name="Processes">What the operating system says of each process, second by second.</param>
public sealed record RunSamples(
    IReadOnlyList<SpanRecord> Spans,
    IReadOnlyList<RequestRecord> Requests,
    IReadOnlyList<MetricSample> Metrics,
    IReadOnlyList<ProcessSample> Processes)
{
    public static RunSamples None { get; } = new([], [], [], []);

    /// <summary>
    /// Trace ids that were kept only because the request was slow, failed or throttled. The
    /// traces without them are a uniform sample of all.
    /// </summary>
    public IReadOnlyCollection<string> ExtraTraces { get; init; } = [];

    /// <summary>
    /// The latencies of each second, by <see cref="LatencyDistribution.ToBytes"/>; none in folders of schema version 1.
    /// </summary>
    public IReadOnlyDictionary<int, byte[]> SecondLatencies { get; init; } = new Dictionary<int, byte[]>();

    /// <summary>What was received and not kept.</summary>
    public SampleLosses Losses { get; init; } = new();
}

/// <summary>What was left out so that memory stays bounded; all zero when everything was kept.</summary>
public sealed record SampleLosses
{
    public long Traces { get; init; }

    public long Spans { get; init; }

    public long Requests { get; init; }

    public long Metrics { get; init; }

    /// <summary>Spans that exporters say they dropped before sending.</summary>
    public long AtSource { get; init; }
}

/// <summary>One exported value of one instrument.</summary>
/// <param name="Service">The resource's <c>service.name</c>.</param>
/// <param name="Name">The instrument; of a histogram <c>.count</c> and <c>.sum</c> are samples of their own.</param>
/// <param name="Attributes">The point's attributes as <c>name=value</c>, sorted, joined by commas.</param>
/// <param name="Time">Unix time in nanoseconds.</param>
/// <param name="Value">Counters and histograms as the total since the process started.</param>
public sealed record MetricSample(string Service, string Name, string Attributes, long Time, double Value);

/// <summary>One second of one process. <paramref name="Second"/> counts from 0 at the start of the measured load.</summary>
/// <param name="CpuCores">1.0 is one core.</param>
/// <param name="MemoryMiB">Resident memory.</param>
/// <param name="Sockets">Open sockets; null where the operating system does not tell.</param>
public sealed record ProcessSample(string Process, int Second, double CpuCores, double MemoryMiB, int Threads, int? Sockets);
