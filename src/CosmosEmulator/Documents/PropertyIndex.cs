using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// For one property of one partition's documents: each value and the slots that have it, in the order of the values. The store's
/// lock guards it.
/// </summary>
internal sealed class PropertyIndex(PropertyPath path)
{
    private const int UsualBytes = 256;
    private readonly OrderedIndex _index = new();

    /// <summary>Grows with each query that uses the index.</summary>
    public long LastUse { get; set; }

    /// <summary>Held by the query that builds the index.</summary>
    public Lock Building { get; } = new();

    /// <summary>The number of slots that are indexed so far, apart from those of writes.</summary>
    public int BuiltSlots { get; set; }

    /// <summary>Whether all documents are indexed.</summary>
    public bool IsComplete { get; set; }

    /// <summary>As <see cref="OrderedIndex.Bytes"/>.</summary>
    public long Bytes => _index.Bytes;

    public void Add(int slot, in StoredDocument document) => Change(slot, ScalarValue.Undefined, Read(document));

    public void Remove(int slot, in StoredDocument document) => Change(slot, Read(document), ScalarValue.Undefined);

    /// <summary>Exchanges the document of a slot; a value that both have is not touched.</summary>
    public void Replace(int slot, in StoredDocument old, in StoredDocument document) => Change(slot, Read(old), Read(document));

    /// <summary>The slots whose value is one of those, in ascending order, valid until the next change.</summary>
    public ReadOnlyMemory<int> Find(IReadOnlyList<ScalarValue> values)
    {
        if (values.Count == 1)
        {
            return Find(values[0]);
        }

        var all = new List<int>();
        foreach (var value in values)
        {
            all.AddRange(Find(value).Span);
        }

        all.Sort();
        return all.ToArray();
    }

    private ReadOnlyMemory<int> Find(ScalarValue value)
    {
        var size = IndexKey.MaxBytes(value);
        Span<byte> key = size <= UsualBytes ? stackalloc byte[UsualBytes] : new byte[size];
        return _index.Find(key[..IndexKey.Write(value, key)]);
    }

    private void Change(int slot, ScalarValue old, ScalarValue value)
    {
        if (old == value)
        {
            return;
        }

        var size = Math.Max(IndexKey.MaxBytes(old), IndexKey.MaxBytes(value));
        Span<byte> key = size <= UsualBytes ? stackalloc byte[UsualBytes] : new byte[size];
        if (old.Kind != ScalarKind.Undefined)
        {
            _index.Remove(key[..IndexKey.Write(old, key)], slot);
        }

        if (value.Kind != ScalarKind.Undefined)
        {
            _index.Add(key[..IndexKey.Write(value, key)], slot);
        }
    }

    // Objects and arrays are not indexed: no equality term asks for them.
    private ScalarValue Read(in StoredDocument document) => JsonProperty.Read(document.Members, path) ?? ScalarValue.Undefined;
}
