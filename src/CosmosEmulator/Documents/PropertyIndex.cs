using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// For one property of one partition's documents: each value and the slots that have it, in the order of the values. Documents
/// without the property, and those in which it is an array or an object, are in it by the kind of the value. The store's lock
/// guards it.
/// </summary>
internal sealed class PropertyIndex(PropertyPath path)
{
    private const int UsualBytes = 256;
    private readonly OrderedIndex _index = new();

    /// <summary>Grows with each query that uses the index.</summary>
    public long LastUse { get; set; }

    /// <summary>As <see cref="OrderedIndex.Bytes"/>.</summary>
    public long Bytes => _index.Bytes;

    /// <summary>Exchanges the document of a slot; a value that both have is not touched.</summary>
    /// <param name="old">Null if the slot was empty.</param>
    /// <param name="document">Null if the slot is empty now.</param>
    public void Replace(int slot, in StoredDocument? old, in StoredDocument? document)
    {
        CosmosValue? before = old is { } replaced ? Read(replaced) : null;
        CosmosValue? after = document is { } added ? Read(added) : null;
        if (before == after)
        {
            return;
        }

        if (before is { } removed)
        {
            _index.Remove(WriteKey(removed, stackalloc byte[UsualBytes]), slot);
        }

        if (after is { } value)
        {
            _index.Add(WriteKey(value, stackalloc byte[UsualBytes]), slot);
        }
    }

    /// <summary>Slots in the order of their values, at most <paramref name="limit"/>, each with its key.</summary>
    /// <param name="from">The key of the first value; empty for the first of all.</param>
    /// <param name="slot">Of the first value only slots from this one on, in a descending order those before it; null for all.</param>
    public List<(int Slot, byte[] Key)> ReadInOrder(ReadOnlyMemory<byte> from, int? slot, bool isDescending, int limit)
    {
        var found = new List<(int, byte[])>();
        _index.Visit(from.Span, isDescending, (key, slots) =>
        {
            var own = key.ToArray();
            var start = slot is { } bound && key.SequenceEqual(from.Span) ? SlotOrder.FirstNotBelow(slots, bound)
                : isDescending ? slots.Length
                : 0;
            for (var place = isDescending ? start - 1 : start; place >= 0 && place < slots.Length; place += isDescending ? -1 : 1)
            {
                if (found.Count == limit)
                {
                    return false;
                }

                found.Add((slots[place], own));
            }

            return true;
        });
        return found;
    }

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

    private static byte[] KeyOf(RangeBound? bound, byte[] otherwise) =>
        bound is { } found ? WriteKey(found.Value, []).ToArray() : otherwise;

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

    private ReadOnlyMemory<int> Find(CosmosValue value) => _index.Find(WriteKey(value, stackalloc byte[UsualBytes]));

    /// <summary>The key of a value, in the buffer if it fits.</summary>
    private static ReadOnlySpan<byte> WriteKey(CosmosValue value, Span<byte> buffer)
    {
        var size = IndexKey.MaxBytes(value);
        Span<byte> key = size <= buffer.Length ? buffer : new byte[size];
        return key[..IndexKey.Write(value, key)];
    }

    private CosmosValue Read(in StoredDocument document) => JsonProperty.Read(document.Members, path);
}
