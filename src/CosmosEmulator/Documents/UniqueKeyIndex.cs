using System.Runtime.CompilerServices;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// The hashes of all values that the documents of a partition have for the unique keys. They do not depend on the slots of the
/// documents. The lock of the store guards them.
/// </summary>
internal sealed class UniqueKeyIndex(UniqueKeys keys)
{
    private readonly HashSet<UInt128> _taken = [];

    /// <summary>The bytes of the hashes, without the overhead of the collection.</summary>
    public long Bytes => (long)_taken.Count * Unsafe.SizeOf<UInt128>();

    public IReadOnlyList<UInt128> HashesOf(in StoredDocument document) => keys.Hash(document.Key, document.Members);

    public bool Contains(UInt128 hash) => _taken.Contains(hash);

    /// <summary>Adds a document that takes no value of another one.</summary>
    public void Add(in StoredDocument document) => _taken.UnionWith(HashesOf(document));

    public void Remove(in StoredDocument document) => _taken.ExceptWith(HashesOf(document));
}
