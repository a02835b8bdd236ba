namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>One second of the system under load, as the live page shows it.</summary>
/// <param name="Time">The end of that second.</param>
/// <param name="Title">The title of the running test, for example <c>Test 1: baseline</c>.</param>
/// <param name="Cosmos">Null before the emulator was read.</param>
/// <param name="Traces">How many traces were received and how many of them are kept.</param>
internal sealed record LiveSnapshot(
    DateTimeOffset Time, string Title, LiveLoad Load, LiveCosmos? Cosmos, IReadOnlyList<LiveProcess> Processes,
    LiveTraceCounts Traces)
{
    /// <summary>Bytes that all processes sent over the loopback interface; null if they are not known.</summary>
    public double? LoopbackBytesPerSecond { get; init; }

    /// <summary>Requests per second by API key, as counted by the gateway; empty if the gateway does not count them.</summary>
    public IReadOnlyDictionary<string, double> UsagePerSecond { get; init; } = new Dictionary<string, double>();
}

/// <summary>
/// The users and their figures. Rates are per second. Latencies are in ms, of all requests that ended in the last few seconds;
/// null if none ended or if they are not stated.
/// </summary>
/// <param name="Phase">In words, for example <c>measuring</c>.</param>
/// <param name="ElapsedSeconds">Since the phase began.</param>
/// <param name="PlannedSeconds">Null if the load continues until it is stopped.</param>
/// <param name="Completed">Successes since the phase began.</param>
/// <param name="Failed">Failures since the phase began.</param>
internal sealed record LiveLoad(
    string Phase, double ElapsedSeconds, double? PlannedSeconds, int Users, int InFlight, double RequestsPerSecond,
    double ErrorsPerSecond, LatencyValue P50Ms, LatencyValue P95Ms, LatencyValue P99Ms, long Completed, long Failed)
{
    /// <summary>The names of the latencies that are lower bounds; null if none is.</summary>
    public IReadOnlyList<string>? AtLeast =>
        LatencyValue.BoundNames((nameof(P50Ms), P50Ms), (nameof(P95Ms), P95Ms), (nameof(P99Ms), P99Ms));

    /// <summary>Arrivals of an open loop since the phase began that were not sent: too many requests were in flight.</summary>
    public long Dropped { get; init; }

    /// <summary>The same latencies for successes only; null if nothing failed in that time, or nothing succeeded.</summary>
    public LiveSuccesses? Successes { get; init; }

    /// <summary>Answers per second, by HTTP status or by the reason for a missing answer.</summary>
    public IReadOnlyDictionary<string, double> AnswersPerSecond { get; init; } = new Dictionary<string, double>();
}

/// <summary>Latencies in ms.</summary>
internal sealed record LiveSuccesses(double P50Ms, double P95Ms, double P99Ms)
{
    /// <param name="successes">Null if nothing failed.</param>
    public static LiveSuccesses? FromHistogram(LatencyHistogram? successes) =>
        successes is { Count: > 0 } ? new LiveSuccesses(At(successes, 50), At(successes, 95), At(successes, 99)) : null;

    private static double At(LatencyHistogram latency, double percentile) => latency.ValueAtPercentile(percentile) / 1_000.0;
}

/// <summary>The container under study.</summary>
/// <param name="PartitionKeyPath">For example <c>/ownerId</c>.</param>
/// <param name="Provisioned">RU/s for all partitions together.</param>
/// <param name="CallsPerSecond">Data calls by HTTP status.</param>
/// <param name="CallsPerOperation">Data calls for each request, over the last few seconds; null if there was no request.</param>
/// <param name="RequestUnitsPerOperation">RU for each request, over the same time.</param>
internal sealed record LiveCosmos(
    string Container, string PartitionKeyPath, double Provisioned, IReadOnlyDictionary<string, double> CallsPerSecond,
    IReadOnlyList<LivePartition> Partitions, double? CallsPerOperation, double? RequestUnitsPerOperation)
{
    public double RequestUnitsPerSecond => Partitions.Sum(partition => partition.RequestUnits);
}

/// <summary>A physical partition. <paramref name="RequestUnits"/> were used in the last whole second; both in RU.</summary>
internal sealed record LivePartition(string Id, double RequestUnits, double Budget)
{
    /// <summary>1 is the whole budget.</summary>
    public double Share => Budget > 0 ? RequestUnits / Budget : 0;
}

/// <summary>A process of the system, or the lab itself. 1.0 is one core.</summary>
internal sealed record LiveProcess(string Name, double CpuCores, double MemoryMiB)
{
    /// <summary>Bytes per second that were read from or written to disks; null if they are not known.</summary>
    public double? DiskBytesPerSecond { get; init; }

    public static LiveProcess FromInterval(string name, ProcessInterval interval) =>
        new(name, interval.CpuCores, interval.AtEnd.MemoryMiB) { DiskBytesPerSecond = interval.DiskBytesPerSecond };
}

internal sealed record LiveTraceCounts(long Received, long Kept);
