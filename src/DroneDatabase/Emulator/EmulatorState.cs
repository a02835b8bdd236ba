namespace DroneDelivery.DroneDatabase.Emulator;

/// <summary>What the lab reads of the state in the emulator's admin API. Counters start at the last reset.</summary>
public sealed record EmulatorState(DateTimeOffset Time, IReadOnlyList<ContainerState> Containers)
{
    /// <summary>The container with this id and the time of the state; null if there is none.</summary>
    /// <param name="container">Empty for any. Of several, the one that has used most RU is returned.</param>
    public ContainerState? Find(string container) =>
        Containers.Where(candidate => container.Length == 0 || candidate.Id == container)
            .MaxBy(candidate => candidate.RequestUnits) is { } found ? found with { Time = Time } : null;
}

/// <summary>One container. <paramref name="Throughput"/>: RU/s for all partitions together.</summary>
public sealed record ContainerState(
    string Id,
    string PartitionKeyPath,
    double Throughput,
    long Documents,
    double RequestUnits,
    CallCounts Calls,
    IReadOnlyList<PartitionState> Partitions)
{
    /// <summary>The state before any container exists.</summary>
    public static ContainerState None { get; } =
        new("", "", 0, 0, 0, new CallCounts(new Dictionary<string, long>(), new Dictionary<string, long>()), []);

    /// <summary>The size of the documents as JSON; null if it is not known.</summary>
    public long? DocumentBytes { get; init; }

    /// <summary>The size of the indexes; null if it is not known.</summary>
    public long? IndexBytes { get; init; }

    /// <summary>The logical partition keys that used the most RU, the largest first.</summary>
    public IReadOnlyList<TopKeyState> TopKeys { get; init; } = [];

    /// <summary>The emulator's clock when the state was read; set by <see cref="EmulatorState.Find"/>.</summary>
    public DateTimeOffset Time { get; init; }
}

/// <summary>One logical partition key. <paramref name="PartitionId"/>: its physical partition.</summary>
public sealed record TopKeyState(string Key, string PartitionId, double RequestUnits, long Calls, long Throttled);

/// <summary>Calls by kind, then by HTTP status.</summary>
public sealed record CallCounts(IReadOnlyDictionary<string, long> Data, IReadOnlyDictionary<string, long> Plan);

/// <summary>One physical partition. <paramref name="BudgetPerSecond"/>: its share of the container's RU/s.</summary>
public sealed record PartitionState(
    string Id, long Documents, double BudgetPerSecond, IReadOnlyList<PartitionSecondState> Seconds)
{
    /// <summary>RU used in that second of Unix time; 0 if it was not read.</summary>
    public double RequestUnitsIn(long second) => Seconds.FirstOrDefault(row => row.Second == second)?.RequestUnits ?? 0;
}

/// <summary>One second of one partition. <paramref name="Second"/>: Unix time.</summary>
public sealed record PartitionSecondState(long Second, double RequestUnits, long Calls, long Throttled);
