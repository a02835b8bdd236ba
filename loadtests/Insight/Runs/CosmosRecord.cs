namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>The counts of the database for the container under study during the load.</summary>
/// <param name="PartitionKeyPath">For example <c>/ownerId</c>.</param>
/// <param name="ProvisionedRequestUnitsPerSecond">RU/s provisioned on the whole container.</param>
/// <param name="DataCallsByStatus">Item and query-page requests by HTTP status, including throttled ones (429).</param>
/// <param name="PlanCallsByStatus">Query-plan requests by HTTP status.</param>
/// <param name="RequestUnits">RU charged in all.</param>
/// <param name="Partitions">Each physical partition, second by second.</param>
public sealed record CosmosRecord(
    string Container, string PartitionKeyPath, double ProvisionedRequestUnitsPerSecond,
    IReadOnlyDictionary<string, long> DataCallsByStatus, IReadOnlyDictionary<string, long> PlanCallsByStatus,
    double RequestUnits, IReadOnlyList<PartitionRecord> Partitions) : IMeasuredPart<CosmosRecord>
{
    public const string Throttled = "429";

    /// <summary>The record of a system without a database.</summary>
    public static CosmosRecord None { get; } =
        new("", "", 0, new Dictionary<string, long>(), new Dictionary<string, long>(), 0, []) { IsCounted = false };

    public static CosmosRecord NotMeasured => None;

    /// <summary>Whether the system has a database whose calls belong to the run.</summary>
    [JsonIgnore]
    public bool IsPresent => Container.Length > 0 || Account is not null;

    /// <summary>The logical partition keys that used the most RU, the largest first; empty if they were not counted.</summary>
    public IReadOnlyList<LogicalKeyUsage> TopKeys { get; init; } = [];

    /// <summary>The properties of the container's documents; empty if they were not counted.</summary>
    public IReadOnlyList<PropertyRecord> Properties { get; init; } = [];

    /// <summary>The size of the container's documents at the end of the run; null if it is not known.</summary>
    public long? DocumentBytes { get; init; }

    /// <summary>The size of the container's indexes at the end of the run; null if it is not known.</summary>
    public long? IndexBytes { get; init; }

    /// <summary>The account on Azure, and how it was reached: <c>{host} in gateway mode</c>; null for the emulator.</summary>
    public string? Account { get; init; }

    /// <summary>How the figures were estimated from spans; null if they were counted.</summary>
    public CosmosEstimate? Estimate { get; init; }

    /// <summary>
    /// Whether calls were counted: the SDK's Direct mode makes none that the service sees, and an imported run has no counters.
    /// </summary>
    public bool IsCounted { get; init; } = true;

    /// <summary>Whether there are figures of calls: counted, or estimated from spans.</summary>
    [JsonIgnore]
    public bool HasFigures => IsCounted || Estimate is not null;

    /// <summary>Data calls that were throttled (HTTP 429, substatus 3200).</summary>
    public long ThrottledCalls => DataCallsByStatus.GetValueOrDefault(Throttled);

    /// <summary>All data calls, throttled ones included.</summary>
    public long DataCalls => DataCallsByStatus.Values.Sum();

    public long PlanCalls => PlanCallsByStatus.Values.Sum();

    /// <summary>The most RU that one partition used in one second.</summary>
    public double PeakRequestUnitsPerPartitionPerSecond =>
        Partitions.SelectMany(partition => partition.Seconds).Select(second => second.RequestUnits).DefaultIfEmpty().Max();
}

/// <summary>One physical partition. <paramref name="BudgetPerSecond"/> is its share of the container's RU/s.</summary>
public sealed record PartitionRecord(string Id, double BudgetPerSecond, long Documents, IReadOnlyList<PartitionSecond> Seconds);

/// <summary>One second of one partition. <paramref name="Second"/> counts from 0 at the start of the measured load.</summary>
public sealed record PartitionSecond(int Second, double RequestUnits, long Calls, long Throttled);

/// <summary>The use by one logical partition key. <paramref name="Partition"/> is the id of its physical partition.</summary>
public sealed record LogicalKeyUsage(string Key, string Partition, double RequestUnits, long Calls, long Throttled);

/// <summary>A property of a container's documents, and its number of distinct values.</summary>
public sealed record PropertyRecord(string Name, long DistinctValues);
