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

    /// <summary>The number of slots that are indexed so far, apart from those of writes.</summary>
    public int BuiltSlots { get; set; }

    /// <summary>Whether all documents are indexed.</summary>
    public bool IsComplete { get; set; }

    /// <summary>As <see cref="OrderedIndex.Bytes"/>.</summary>
    public long Bytes => _index.Bytes;

    public void Add(int slot, in StoredDocument document) => Change(slot, CosmosValue.Undefined, Read(document));

    public void Remove(int slot, in StoredDocument document) => Change(slot, Read(document), CosmosValue.Undefined);

    /// <summary>Exchanges the document of a slot; a value that both have is not touched.</summary>
    public void Replace(int slot, in StoredDocument old, in StoredDocument document) => Change(slot, Read(old), Read(document));

    /// <summary>The slots whose value is one of those that are asked for, in ascending order, valid until the next change.</summary>
    public ReadOnlyMemory<int> Find(IndexLookup lookup) => lookup switch
    {
        ValueLookup values => Find(values.Values),
        RangeLookup range => Find(range),
        _ => throw new ArgumentException($"{lookup} is not supported.", nameof(lookup)),
    };

    private ReadOnlyMemory<int> Find(RangeLookup range)
    {
        // A key begins with its kind, and no key of a number or a string is only that.
        var (min, max) = (KeyOf(range.Min, [(byte)range.Kind]), KeyOf(range.Max, [(byte)(range.Kind + 1)]));
        var slots = _index.Find(min, range.Min?.IsIncluded != false, max, range.Max?.IsIncluded == true);
        return SlotOrder.Sort(slots);
    }

    private static byte[] KeyOf(RangeBound? bound, byte[] otherwise)
    {
        if (bound is not { } found)
        {
            return otherwise;
        }

        var key = new byte[IndexKey.MaxBytes(found.Value)];
        return key[..IndexKey.Write(found.Value, key)];
    }

    private ReadOnlyMemory<int> Find(IReadOnlyList<CosmosValue> values)
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

        return SlotOrder.Sort(all);
    }

    private ReadOnlyMemory<int> Find(CosmosValue value)
    {
        var size = IndexKey.MaxBytes(value);
        Span<byte> key = size <= UsualBytes ? stackalloc byte[UsualBytes] : new byte[size];
        return _index.Find(key[..IndexKey.Write(value, key)]);
    }

    private void Change(int slot, CosmosValue old, CosmosValue value)
    {
        if (old == value)
        {
            return;
        }

        var size = Math.Max(IndexKey.MaxBytes(old), IndexKey.MaxBytes(value));
        Span<byte> key = size <= UsualBytes ? stackalloc byte[UsualBytes] : new byte[size];
        if (old.Kind != CosmosValueKind.Undefined)
        {
            _index.Remove(key[..IndexKey.Write(old, key)], slot);
        }

        if (value.Kind != CosmosValueKind.Undefined)
        {
            _index.Add(key[..IndexKey.Write(value, key)], slot);
        }
    }

    // Objects and arrays are not indexed: no equality term asks for them.
    private CosmosValue Read(in StoredDocument document) => JsonProperty.Read(document.Members, path) ?? CosmosValue.Undefined;
}
