using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Responses;

/// <summary>
/// An answer before it is written. Endpoints fill it in; <see cref="ResponseWriter"/> alone knows how it looks on the wire.
/// </summary>
internal sealed class CosmosResponse
{
    public required int Status { get; init; }

    public int SubStatus { get; init; }

    public CallKind Kind { get; init; } = CallKind.Metadata;

    public RequestUnits Charge { get; init; } = Charges.Metadata;

    /// <summary>The container the call is counted for.</summary>
    public Container? Container { get; init; }

    /// <summary>The partition the charge goes to.</summary>
    public Partition? Partition { get; init; }

    /// <summary>The number in the session token; null for that of the partition's last write.</summary>
    public long? SessionSequence { get; init; }

    /// <summary>
    /// Whether the charge is counted already: of an answer to several operations that were charged each for itself.
    /// </summary>
    public bool IsCharged { get; init; }

    public ReadOnlyMemory<byte> Body { get; init; }

    /// <summary>Whether <see cref="Body"/> is HybridRow, not JSON.</summary>
    public bool IsHybridRow { get; init; }

    /// <summary>A document written in place of <see cref="Body"/>.</summary>
    public StoredDocument? Document { get; init; }

    /// <summary>Rows written in place of <see cref="Body"/>.</summary>
    public ResourceFeed? Feed { get; init; }

    /// <summary>The text of an error; the body is made from it.</summary>
    public string? Error { get; init; }

    /// <summary>What the body of an error has as <c>additionalErrorInfo</c>: the plan of a query that needs one.</summary>
    public string? ErrorInfo { get; init; }

    public string? ETag { get; init; }

    public string? Continuation { get; init; }

    public string? QueryMetrics { get; init; }

    public string? IndexUtilization { get; init; }

    /// <summary>Of the container; null where the service does not tell it.</summary>
    public ContainerUsage? Usage { get; init; }

    /// <summary>How much of the documents is indexed by the container's policy, in per cent.</summary>
    public int? IndexProgress { get; init; }

    /// <summary>The number of rows of a feed. The SDK fails without it, on 304 too.</summary>
    public int? ItemCount { get; init; }

    /// <summary>Milliseconds, on 429.</summary>
    public long? RetryAfter { get; init; }

    public int? MinThroughput { get; init; }

    /// <summary>Of a container: whether it uses the throughput of its database.</summary>
    public bool? ShareThroughput { get; init; }
}
