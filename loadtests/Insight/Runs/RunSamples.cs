namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>The individual samples of a run, in bounded number, which a run folder keeps in addition to its record.</summary>
/// <param name="Spans">Spans of the kept traces, grouped by trace.</param>
/// <param name="Requests">Requests as the generator measured them, including those of the kept traces.</param>
/// <param name="Metrics">Metrics that the services exported.</param>
/// <param name="Processes">Measurements of each process by the operating system, one a second.</param>
public sealed record RunSamples(
    IReadOnlyList<SpanRecord> Spans, IReadOnlyList<RequestRecord> Requests, IReadOnlyList<MetricSample> Metrics,
    IReadOnlyList<ProcessSample> Processes)
{
    public static RunSamples None { get; } = new([], [], [], []);

    /// <summary>Ids of traces kept only for being slow, failed or throttled. The other traces are a uniform sample.</summary>
    public IReadOnlyCollection<string> ExtraTraces { get; init; } = [];

    /// <summary>The latencies of each second, by <see cref="LatencyDistribution.ToBytes"/>; empty if none were kept.</summary>
    public IReadOnlyDictionary<int, byte[]> SecondLatencies { get; init; } = new Dictionary<int, byte[]>();

    /// <summary>Every attempt of every request; only the overload lab records them.</summary>
    public IReadOnlyList<Attempt> Attempts { get; init; } = [];

    /// <summary>The latencies of a second of the load; null if they were not kept.</summary>
    public LatencyDistribution? LatencyOf(SecondSample second) =>
        (second.Latency ?? SecondLatencies.GetValueOrDefault(second.Second)) is { } bytes
            ? LatencyDistribution.FromBytes(bytes)
            : null;

    /// <summary>The latencies of several seconds together; null if those of a second were not kept.</summary>
    public LatencyDistribution? MergedLatency(IReadOnlyCollection<SecondSample> seconds)
    {
        var latencies = seconds.Select(LatencyOf).ToList();
        if (latencies.Count == 0 || latencies.Contains(null))
        {
            return null;
        }

        var merged = new LatencyDistribution();
        latencies.ForEach(latency => merged.Merge(latency!));
        return merged;
    }

    /// <summary>The number of samples that were received and not kept.</summary>
    public SampleLosses Losses { get; init; } = new();
}

/// <summary>Numbers of samples left out to keep memory bounded; all zero if everything was kept.</summary>
public sealed record SampleLosses
{
    public long Traces { get; init; }
    public long Spans { get; init; }
    public long Requests { get; init; }
    public long Metrics { get; init; }

    /// <summary>Attributes, events and links of spans that the services dropped before sending.</summary>
    public long AtSource { get; init; }
}

/// <summary>One exported value of one instrument.</summary>
/// <param name="Service">The resource's <c>service.name</c>.</param>
/// <param name="Name">The instrument; a histogram has separate samples <c>.count</c> and <c>.sum</c>.</param>
/// <param name="Attributes">The point's attributes as <c>name=value</c>, sorted, joined by commas.</param>
/// <param name="Time">Unix time in nanoseconds.</param>
/// <param name="Value">The value; for counters and histograms the total since the process started.</param>
public sealed record MetricSample(string Service, string Name, string Attributes, long Time, double Value)
{
    /// <summary>The values of each second: the mean of each series, summed over the series of a service.</summary>
    /// <param name="values">The values of one series, whose samples are in order of time.</param>
    public static IEnumerable<(string Service, int Second, double Value)> SumBySecond(
        IEnumerable<MetricSample> samples,
        Func<IReadOnlyList<MetricSample>, IEnumerable<(int Second, double Value)>> values) => samples
        .GroupBy(sample => (sample.Service, sample.Attributes))
        .SelectMany(set => values([.. set.OrderBy(sample => sample.Time)])
            .GroupBy(each => each.Second)
            .Select(second => (set.Key.Service, Second: second.Key, Value: second.Average(each => each.Value))))
        .GroupBy(each => (each.Service, each.Second))
        .Select(sets => (sets.Key.Service, sets.Key.Second, sets.Sum(each => each.Value)));

    /// <summary>How much a counter grew per second, by the second of each sample but the first.</summary>
    /// <param name="series">The samples of one set of attributes, in order of time.</param>
    public static IEnumerable<(int Second, double Value)> GrowthBySecond(
        IReadOnlyList<MetricSample> series, DateTimeOffset start) => series.Zip(series.Skip(1), (before, after) =>
        (after.SecondSince(start), after.GrowthSince(before) / Math.Max(0.001, (after.Time - before.Time) / 1e9)));

    /// <summary>The second of the load in which it was taken.</summary>
    public int SecondSince(DateTimeOffset start) => (int)Math.Floor(((Time / 1e6) - start.ToUnixTimeMilliseconds()) / 1000);

    /// <summary>The value of an attribute; null if the point does not have it.</summary>
    public string? Attribute(string name) => Attributes
        .Split(',')
        .Select(pair => pair.Split('=', 2))
        .FirstOrDefault(pair => pair.Length == 2 && pair[0] == name)?[1];

    /// <summary>How much a counter grew since an earlier sample. One that falls belongs to a restarted process.</summary>
    public double GrowthSince(MetricSample earlier) => Value < earlier.Value ? Value : Value - earlier.Value;

    /// <summary>How much the counter of one process grew from its first sample to its last.</summary>
    /// <param name="series">The samples of one set of attributes, in any order.</param>
    public static double Growth(IEnumerable<MetricSample> series)
    {
        var ordered = series.OrderBy(sample => sample.Time).ToList();
        return ordered.Zip(ordered.Skip(1), (earlier, later) => later.GrowthSince(earlier)).Sum();
    }
}

/// <summary>One second of one process. <paramref name="Second"/> counts from 0 at the start of the measured load.</summary>
/// <param name="CpuCores">1.0 is one core.</param>
/// <param name="MemoryMiB">Resident memory.</param>
/// <param name="Sockets">Open sockets; null if the operating system does not report them.</param>
public sealed record ProcessSample(string Process, int Second, double CpuCores, double MemoryMiB, int Threads, int? Sockets)
{
    /// <summary>Open files and sockets; null if the operating system does not report them.</summary>
    public int? Handles { get; init; }

    /// <summary>When memory, threads, handles and sockets were read: at the end of the second.</summary>
    public int ReadAtSeconds => Second + 1;
}

/// <summary>
/// One request as the load generator saw it. Its moments are those of <see cref="RequestTiming"/>, as Unix time in nanoseconds,
/// by the run's monotonic clock.
/// </summary>
/// <param name="TraceId">The trace id that was sent with the request, 32 hex digits.</param>
/// <param name="Status">The HTTP status; 0 without an answer.</param>
/// <param name="Error">Why there is no complete answer; null if there is one.</param>
public sealed record RequestRecord(string TraceId, int Status, string? Error, long Bytes)
{
    public required long Scheduled { get; init; }
    public required long Due { get; init; }
    public required long Sent { get; init; }
    public required long Answered { get; init; }
    public required long Done { get; init; }

    /// <summary>Whether it was kept only for its trace. The other requests are a uniform sample.</summary>
    public bool Extra { get; init; }

    public double LatencyMs => (Done - Scheduled) / 1e6;
}

/// <summary>A run's figures and the individual samples that were kept.</summary>
public sealed record RunData(RunRecord Record, RunSamples Samples);
