using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Partitions;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>
/// The throughput of a container, or of a database for its containers to share. The limits are those of Azure Cosmos DB
/// (concepts-limits.md and autoscale-faq.yml in MicrosoftDocs/azure-databases-docs).
/// </summary>
/// <param name="RequestUnitsPerSecond">For all partitions together. Under autoscale it is the maximum.</param>
internal readonly record struct ProvisionedThroughput(int RequestUnitsPerSecond, bool IsAutoscale)
{
    private const int LowestManual = 400;
    private const int ManualStep = 100;
    private const int LowestAutoscale = 1_000;
    private const int AutoscaleStep = 1_000;
    private const int Highest = 1_000_000;

    // What a physical partition starts with: scaling-provisioned-throughput-best-practices.md.
    private const int ManualForPartition = 6_000;
    private const int SharedOrAutoscaleForPartition = 10_000;

    /// <summary>That of a container whose creation names none, in a database without throughput.</summary>
    public static ProvisionedThroughput Default { get; } = Manual(LowestManual);

    /// <summary>The number of physical partitions that a container is created with.</summary>
    public int InitialPartitions => CountPartitions(IsAutoscale ? SharedOrAutoscaleForPartition : ManualForPartition);

    /// <summary>The number of physical partitions that a database is created with.</summary>
    public int InitialSharedPartitions => CountPartitions(SharedOrAutoscaleForPartition);

    public static ProvisionedThroughput Manual(int requestUnitsPerSecond) => new(requestUnitsPerSecond, IsAutoscale: false);

    public static ProvisionedThroughput Autoscale(int maximum) => new(maximum, IsAutoscale: true);

    /// <summary>The least that the throughput can be changed to, without a change between manual and autoscale.</summary>
    /// <param name="highestEver">The highest request units per second that the container or database ever had.</param>
    public int FindMin(int highestEver) => IsAutoscale
        ? Math.Max(LowestAutoscale, RoundToAutoscaleStep(highestEver / 10))
        : Math.Max(LowestManual, (highestEver + (100 * ManualStep) - 1) / (100 * ManualStep) * ManualStep);

    /// <summary>What is wrong with it; null if it is allowed.</summary>
    /// <param name="highestEver">As of <see cref="FindMin"/>; 0 for a new container or database.</param>
    public string? FindFault(int highestEver = 0)
    {
        var min = FindMin(highestEver);
        var step = IsAutoscale ? AutoscaleStep : ManualStep;
        if (RequestUnitsPerSecond >= min && RequestUnitsPerSecond <= Highest && RequestUnitsPerSecond % step == 0)
        {
            return null;
        }

        var name = IsAutoscale ? "maximum throughput of autoscale" : "offer throughput";
        return $"The {name} {RequestUnitsPerSecond} is not allowed: it must be a multiple of {step}, from {min} to {Highest}.";
    }

    /// <summary>What manual throughput becomes when it is changed to autoscale.</summary>
    /// <param name="highestEver">As of <see cref="FindMin"/>.</param>
    public ProvisionedThroughput ToAutoscale(int highestEver) => Autoscale(
        Math.Max(LowestAutoscale, RoundToAutoscaleStep(Math.Max(RequestUnitsPerSecond, highestEver / 10))));

    /// <summary>What autoscale becomes when it is changed to manual throughput.</summary>
    public ProvisionedThroughput ToManual() => Manual(RequestUnitsPerSecond);

    /// <summary>The content of an offer. Under autoscale its throughput is that without load, a tenth of the maximum.</summary>
    public JsonObject ToJson()
    {
        var content = new JsonObject
        {
            ["offerThroughput"] = IsAutoscale ? RequestUnitsPerSecond / 10 : RequestUnitsPerSecond,
            ["offerIsRUPerMinuteThroughputEnabled"] = false,
        };
        if (IsAutoscale)
        {
            content["offerAutopilotSettings"] = new JsonObject { ["maxThroughput"] = RequestUnitsPerSecond };
        }

        return content;
    }

    private static int RoundToAutoscaleStep(int requestUnitsPerSecond) =>
        (requestUnitsPerSecond + (AutoscaleStep / 2)) / AutoscaleStep * AutoscaleStep;

    private int CountPartitions(int requestUnitsPerPartition) =>
        Math.Clamp(RequestUnitsPerSecond / requestUnitsPerPartition, 1, PartitionLayout.MaxCount);
}
