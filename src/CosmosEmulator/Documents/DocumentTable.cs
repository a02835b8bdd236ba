namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// Finds the slot of a document by the hash of its partition key's first level and its name: an open hash table of slots, which
/// compares them in the documents themselves.
/// </summary>
/// <param name="keyAt">The hash and the name of the document in a slot.</param>
internal sealed class DocumentTable(DocumentTable.KeyAt keyAt)
{
    private const int FirstSize = 16;
    private const int Empty = 0;
    private const int Removed = -1;

    // A slot plus one; or one of the two above.
    private int[] _entries = new int[FirstSize];

    // Entries that are not empty, removed ones included.
    private int _used;

    public delegate UInt128 KeyAt(int slot, out ReadOnlyMemory<byte> name);

    public int Count { get; private set; }

    /// <summary>-1 if there is none.</summary>
    public int Find(UInt128 key, ReadOnlySpan<byte> name) =>
        FindEntry(key, name) is >= 0 and var entry ? _entries[entry] - 1 : -1;

    /// <summary>Adds the slot of a document whose key is not in the table.</summary>
    public void Add(int slot)
    {
        if (4 * (_used + 1) > 3 * _entries.Length)
        {
            Resize();
        }

        AddEntry(slot);
        Count++;
    }

    public void Remove(UInt128 key, ReadOnlySpan<byte> name)
    {
        _entries[FindEntry(key, name)] = Removed;
        Count--;
    }

    public void Clear()
    {
        _entries = new int[FirstSize];
        (_used, Count) = (0, 0);
    }

    private int FindEntry(UInt128 key, ReadOnlySpan<byte> name)
    {
        var mask = _entries.Length - 1;
        for (var entry = HashOf(key, name) & mask; _entries[entry] != Empty; entry = (entry + 1) & mask)
        {
            if (_entries[entry] != Removed && keyAt(_entries[entry] - 1, out var other) == key && other.Span.SequenceEqual(name))
            {
                return entry;
            }
        }

        return -1;
    }

    private void AddEntry(int slot)
    {
        var mask = _entries.Length - 1;
        var entry = HashOf(keyAt(slot, out var name), name.Span) & mask;
        while (_entries[entry] is not (Empty or Removed))
        {
            entry = (entry + 1) & mask;
        }

        _used += _entries[entry] == Empty ? 1 : 0;
        _entries[entry] = slot + 1;
    }

    /// <summary>Doubles the table, unless most of its entries are removed ones.</summary>
    private void Resize()
    {
        var old = _entries;
        _entries = new int[4 * (Count + 1) > 2 * old.Length ? 2 * old.Length : old.Length];
        _used = 0;
        foreach (var entry in old)
        {
            if (entry is not (Empty or Removed))
            {
                AddEntry(entry - 1);
            }
        }
    }

    // The seed of the process is in it, so that no client can choose ids with one hash.
    private static int HashOf(UInt128 key, ReadOnlySpan<byte> name)
    {
        var hash = default(HashCode);
        hash.Add(key);
        hash.AddBytes(name);
        return hash.ToHashCode();
    }
}
