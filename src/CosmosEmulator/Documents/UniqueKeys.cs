using System.Buffers;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// The unique keys of a container. Documents with the same partition key differ in the value of at least one path of each.
/// </summary>
/// <param name="paths">The paths of each key.</param>
internal sealed class UniqueKeys(IReadOnlyList<IReadOnlyList<PropertyPath>> paths)
{
    public static UniqueKeys None { get; } = new([]);

    public IReadOnlyList<IReadOnlyList<PropertyPath>> Paths { get; } = paths;

    public bool IsEmpty => Paths.Count == 0;

    public bool HasSamePaths(UniqueKeys other) =>
        Paths.Count == other.Paths.Count && Paths.Zip(other.Paths).All(key => key.First.SequenceEqual(key.Second));

    /// <summary>
    /// For each unique key the hash of the document's values and its partition key, by which they are told apart from others. A
    /// missing value is null, and so is an array or an object, which has no single value in an index.
    /// </summary>
    /// <param name="document">An object; what follows its last member may be missing.</param>
    public IReadOnlyList<UInt128> Hash(EffectivePartitionKey partitionKey, ReadOnlySpan<byte> document)
    {
        if (IsEmpty)
        {
            return [];
        }

        var hashes = new UInt128[Paths.Count];
        var bytes = new ArrayBufferWriter<byte>();
        for (var key = 0; key < hashes.Length; key++)
        {
            bytes.ResetWrittenCount();
            bytes.Advance(partitionKey.WriteTo(bytes.GetSpan(EffectivePartitionKey.MaxBytes)));
            bytes.Write([(byte)key]);
            foreach (var path in Paths[key])
            {
                var found = JsonProperty.Read(document, path);
                var value = found.IsScalar ? found : CosmosValue.Null;
                bytes.Advance(IndexKey.Write(value, bytes.GetSpan(IndexKey.MaxBytes(value))));
            }

            var (low, high) = MurmurHash3.Hash128(bytes.WrittenSpan);
            hashes[key] = new UInt128(high, low);
        }

        return hashes;
    }
}
