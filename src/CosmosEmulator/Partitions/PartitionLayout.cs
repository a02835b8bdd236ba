namespace DroneDelivery.CosmosEmulator.Partitions;

/// <summary>How many partitions a container has, and the id of the first; the others count on from it.</summary>
internal sealed record PartitionLayout(int Count, int FirstId = 0)
{
    /// <summary>The most partitions of a container.</summary>
    public const int MaxCount = 1000;

    /// <summary>
    /// The layout of a container that takes this one's place. A client may still send ids of the old ranges: with as many ranges
    /// they mean the same, else they must not mean anything, or it would miss documents.
    /// </summary>
    public PartitionLayout Next(int count) => count == Count ? this : new PartitionLayout(count, FirstId + Count);

    /// <summary>Whether the id was a range of a container that had this one's place.</summary>
    public bool IsRetired(string id) => int.TryParse(id, out var number) && number >= 0 && number < FirstId;
}
