using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Partitions;

/// <summary>A physical partition: its stretch of the key space, its documents and its request units.</summary>
/// <param name="parents">The ids of the partitions that it comes from, the oldest first.</param>
internal sealed class Partition(
    string id, EpkRange range, IReadOnlyList<string> parents, DocumentStore documents, PartitionThrottle throttle)
{
    public string Id { get; } = id;

    public IReadOnlyList<string> Parents { get; } = parents;

    public EpkRange Range { get; } = range;

    public DocumentStore Documents { get; } = documents;

    public PartitionThrottle Throttle { get; } = throttle;
}
