using DroneDelivery.CosmosEmulator.Partitions;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>A document as it stands in storage. It never changes: a write puts another in its place.</summary>
/// <param name="Number">Its place in RID order; the same for the document's whole life.</param>
/// <param name="Sequence">The number of the write that it comes from.</param>
/// <param name="Id">The document's id, unique among those with its partition key.</param>
/// <param name="Key">The hash of its partition key.</param>
/// <param name="ETag">With its quotes.</param>
/// <param name="Body">JSON in UTF-8, system properties included: what a read returns.</param>
internal sealed record StoredDocument(long Number, long Sequence, string Id, EffectivePartitionKey Key, string ETag, byte[] Body)
{
    public DocumentKey DocumentKey => new(Key, Id);
}

/// <summary>What makes a document unique in its container.</summary>
internal readonly record struct DocumentKey(EffectivePartitionKey PartitionKey, string Id);
