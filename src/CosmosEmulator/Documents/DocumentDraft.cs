using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A document as a client sent it, checked.</summary>
/// <param name="Id">Its id, which follows the service's rules.</param>
/// <param name="PartitionKey">Its partition key value, as <see cref="LogicalKey.Value"/>.</param>
/// <param name="Key">The hash of its partition key.</param>
/// <param name="Members">The client's members, without the braces around them and without system properties.</param>
internal sealed record DocumentDraft(string Id, CosmosValue PartitionKey, EffectivePartitionKey Key, ReadOnlyMemory<byte> Members)
{
    public DocumentKey DocumentKey => new(Key, Id);

    /// <summary>Unknown if the container had none when the document was read.</summary>
    public TimeToLive TimeToLive { get; init; }

    /// <summary>As <see cref="UniqueKeys.Hash"/>.</summary>
    public IReadOnlyList<UInt128> UniqueKeyHashes { get; init; } = [];
}
