using System.Text;
using DroneDelivery.CosmosEmulator.PartitionKeys;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>What makes a document unique in its container.</summary>
internal readonly record struct DocumentKey(EffectivePartitionKey PartitionKey, string Id)
{
    /// <summary>The most bytes of a name without the id.</summary>
    public const int MaxSuffixBytes = EffectivePartitionKey.MaxBytes - EffectivePartitionKey.LevelBytes;

    /// <summary>
    /// Writes the name by which a document is stored: the hashes of the levels of its partition key below the first, and its id
    /// in UTF-8. It is unique among the documents with the same first level. With a key of one level it is the id.
    /// </summary>
    /// <returns>The number of bytes that were written.</returns>
    public int WriteName(Span<byte> name)
    {
        var length = PartitionKey.Suffix?.Key.WriteTo(name) ?? 0;
        return length + Encoding.UTF8.GetBytes(Id, name[length..]);
    }

    /// <summary>As <see cref="WriteName"/> writes it.</summary>
    public byte[] ToName()
    {
        Span<byte> name = stackalloc byte[MaxSuffixBytes + DocumentId.MaxItemBytes];
        return name[..WriteName(name)].ToArray();
    }
}
