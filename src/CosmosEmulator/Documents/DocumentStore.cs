using System.Text;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// One partition's documents in RID order, each in a slot. A slot stays when its document is replaced, and is empty when it is
/// deleted. One lock guards slots, keys and indexes; documents themselves never change and are used outside of it.
/// </summary>
internal sealed class DocumentStore
{
    private const int FewestEmptySlotsToPack = 1024;
    private readonly Lock _gate = new();
    private readonly DocumentTable _table;
    private readonly PropertyIndexes _indexes;
    private readonly DocumentStamp _stamp;
    private ChunkedList<Slot> _slots = new();
    private DocumentBlocks _blocks = new();
    private long _sequence = 1;
    private long _bytes;
    private bool _isRetired;

    public DocumentStore(DocumentStamp stamp)
    {
        _stamp = stamp;
        _table = new DocumentTable(KeyAtNeedsLock);
        _indexes = new PropertyIndexes(_gate, DocumentAtNeedsLock, () => _slots.Count);
    }

    /// <summary>As <see cref="DocumentStamp.Epoch"/>.</summary>
    public long Epoch => _stamp.Epoch;

    /// <summary>The number of the last write; 1 before the first.</summary>
    public long Sequence => Volatile.Read(ref _sequence);

    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _table.Count;
            }
        }
    }

    /// <summary>The bytes of all documents, and those of the indexes.</summary>
    public (long Documents, long Indexes) Size
    {
        get
        {
            lock (_gate)
            {
                return (_bytes, _indexes.AllNeedsLock.Sum(index => index.Bytes));
            }
        }
    }

    /// <exception cref="PartitionMovedException">Other stores have the documents now.</exception>
    public StoredDocument? Find(DocumentKey key)
    {
        lock (_gate)
        {
            RequireDocumentsNeedsLock();
            return FindSlotNeedsLock(key) is >= 0 and var slot ? DocumentAtNeedsLock(slot) : null;
        }
    }

    /// <summary>
    /// Makes all changes, or none if one of them is not possible. Each sees what those before it did. This is the only way to
    /// write.
    /// </summary>
    /// <returns>The result of each change; if one is not possible, only those up to it, without documents.</returns>
    /// <exception cref="PartitionMovedException">Other stores have the documents now.</exception>
    public ValueTask<IReadOnlyList<WriteResult>> CommitAsync(params IReadOnlyList<Write> writes)
    {
        lock (_gate)
        {
            RequireDocumentsNeedsLock();
            return ValueTask.FromResult(CommitNeedsLock(writes));
        }
    }

    /// <summary>Ends the store, so that others take its documents, which are returned in RID order.</summary>
    public IReadOnlyList<StoredDocument> Retire()
    {
        lock (_gate)
        {
            RequireDocumentsNeedsLock();
            _isRetired = true;
            return [.. Enumerable.Range(0, _slots.Count).Select(DocumentAtNeedsLock).OfType<StoredDocument>()];
        }
    }

    /// <summary>Takes documents of a retired store over, in RID order and as they are.</summary>
    /// <param name="sequence">That of the retired store: its last write may be of a document that is deleted.</param>
    public void Load(IEnumerable<StoredDocument> documents, long sequence)
    {
        lock (_gate)
        {
            _sequence = sequence;
            foreach (var document in documents)
            {
                AddNeedsLock(document.Key, document.IdBytes, document.OwnMembers, document.Version);
            }
        }
    }

    /// <summary>
    /// Documents after a number that the index finds for all lookups, at most <paramref name="limit"/>, in RID order.
    /// </summary>
    /// <exception cref="PartitionMovedException">Other stores have the documents now.</exception>
    public List<StoredDocument> Read(IReadOnlyList<IndexLookup> lookups, long afterNumber, int limit)
    {
        while (true)
        {
            lock (_gate)
            {
                RequireDocumentsNeedsLock();
                var firstSlot = FindFirstAfterNeedsLock(afterNumber);
                if (lookups.Count == 0)
                {
                    return ScanNeedsLock(firstSlot, limit);
                }

                if (_indexes.FindNeedsLock(lookups) is { } lists)
                {
                    return FindNeedsLock(lists, firstSlot, limit);
                }
            }

            foreach (var lookup in lookups)
            {
                _indexes.Build(lookup.Path);
            }
        }
    }

    private List<StoredDocument> ScanNeedsLock(int firstSlot, int limit)
    {
        var documents = new List<StoredDocument>();
        for (var slot = firstSlot; slot < _slots.Count && documents.Count < limit; slot++)
        {
            if (DocumentAtNeedsLock(slot) is { } document)
            {
                documents.Add(document);
            }
        }

        return documents;
    }

    private List<StoredDocument> FindNeedsLock(List<ReadOnlyMemory<int>> lists, int firstSlot, int limit)
    {
        var found = new List<int>();
        SlotIntersection.Find(lists, firstSlot, limit, found);
        return found.ConvertAll(slot => DocumentAtNeedsLock(slot)!.Value);
    }

    /// <summary>The first slot whose document has a greater number.</summary>
    private int FindFirstAfterNeedsLock(long number)
    {
        var (low, high) = (0, _slots.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = _slots[middle].Number > number ? (low, middle) : (middle + 1, high);
        }

        return low;
    }

    private void RequireDocumentsNeedsLock()
    {
        if (_isRetired)
        {
            throw new PartitionMovedException();
        }
    }

    private int FindSlotNeedsLock(DocumentKey key)
    {
        // No document has a longer id.
        if (key.Id.Length > DocumentId.MaxItemBytes)
        {
            return -1;
        }

        Span<byte> id = stackalloc byte[3 * DocumentId.MaxItemBytes];
        return _table.Find(key.PartitionKey, id[..Encoding.UTF8.GetBytes(key.Id, id)]);
    }

    private StoredDocument? DocumentAtNeedsLock(int slot)
    {
        ref var found = ref _slots[slot];
        if (found.IsEmpty)
        {
            return null;
        }

        var (id, members) = _blocks.Read(found.Place);
        return new StoredDocument(_stamp, found.Version, found.Key, id, members);
    }

    private EffectivePartitionKey KeyAtNeedsLock(int slot, out ReadOnlyMemory<byte> id)
    {
        ref var found = ref _slots[slot];
        id = _blocks.Read(found.Place).Id;
        return found.Key;
    }

    private IReadOnlyList<WriteResult> CommitNeedsLock(IReadOnlyList<Write> writes)
    {
        var pending = new PendingChanges(
            _stamp, key => FindSlotNeedsLock(key) is >= 0 and var slot ? _slots[slot].Version : null);
        foreach (var write in writes)
        {
            if (!pending.TryAdd(write))
            {
                return
                [
                    .. pending.Changes.Select(change => new WriteResult(change.Outcome, null)),
                    new WriteResult(pending.Fault!.Value, null),
                ];
            }
        }

        return [.. pending.Changes.Select(change => new WriteResult(change.Outcome, ApplyNeedsLock(change)))];
    }

    /// <summary>Returns the document after the change, or the deleted one.</summary>
    private StoredDocument ApplyNeedsLock(DocumentChange change)
    {
        _sequence = change.Version.Sequence;
        var oldSlot = change.Old is { } old ? FindSlotNeedsLock(old) : -1;
        if (change.Draft is not { } draft)
        {
            return RemoveNeedsLock(oldSlot);
        }

        Span<byte> id = stackalloc byte[DocumentId.MaxItemBytes];
        id = id[..Encoding.UTF8.GetBytes(draft.Id, id)];
        var members = draft.Members.Span.TrimEnd(" \t\r\n"u8);
        return oldSlot < 0
            ? AddNeedsLock(draft.Key, id, members, change.Version)
            : ReplaceNeedsLock(oldSlot, draft.Key, id, members, change.Version);
    }

    private StoredDocument AddNeedsLock(
        EffectivePartitionKey key, ReadOnlySpan<byte> id, ReadOnlySpan<byte> members, DocumentVersion version)
    {
        var slot = _slots.Count;
        _slots.Add(Slot.Create(_blocks.Add(slot, id, members), version, key));
        _table.Add(slot);
        var document = DocumentAtNeedsLock(slot)!.Value;
        _bytes += document.Length;
        foreach (var index in _indexes.AllNeedsLock)
        {
            index.Add(slot, document);
        }

        return document;
    }

    private StoredDocument ReplaceNeedsLock(
        int slot, EffectivePartitionKey key, ReadOnlySpan<byte> id, ReadOnlySpan<byte> members, DocumentVersion version)
    {
        var old = DocumentAtNeedsLock(slot)!.Value;
        var place = _slots[slot].Place;
        _table.Remove(old.Key, old.IdBytes);
        _slots[slot] = Slot.Create(_blocks.Add(slot, id, members), version, key);
        _table.Add(slot);
        var document = DocumentAtNeedsLock(slot)!.Value;
        _bytes += document.Length - old.Length;
        foreach (var index in _indexes.AllNeedsLock)
        {
            index.Replace(slot, old, document);
        }

        ForgetNeedsLock(place);
        return document;
    }

    private StoredDocument RemoveNeedsLock(int slot)
    {
        var document = DocumentAtNeedsLock(slot)!.Value;
        var place = _slots[slot].Place;
        _table.Remove(document.Key, document.IdBytes);
        _slots[slot] = _slots[slot] with { Place = default };
        _bytes -= document.Length;
        foreach (var index in _indexes.AllNeedsLock)
        {
            index.Remove(slot, document);
        }

        ForgetNeedsLock(place);
        var empty = _slots.Count - _table.Count;
        if (empty >= FewestEmptySlotsToPack && empty > _table.Count)
        {
            PackNeedsLock();
        }

        return document;
    }

    /// <summary>Moves the documents of a block that is half empty, so that it can be dropped.</summary>
    private void ForgetNeedsLock(DocumentPlace place)
    {
        if (!_blocks.Remove(place))
        {
            return;
        }

        foreach (var (slot, record) in _blocks.Records(place.Block))
        {
            if (_slots[slot].Place == record)
            {
                _slots[slot] = _slots[slot] with { Place = _blocks.Copy(record) };
            }
        }

        _blocks.Drop(place.Block);
    }

    // Slots move, so the indexes are dropped; the next filter on a path builds its index again.
    private void PackNeedsLock()
    {
        var (slots, blocks) = (_slots, _blocks);
        (_slots, _blocks) = (new ChunkedList<Slot>(), new DocumentBlocks());
        _indexes.ClearNeedsLock();
        _table.Clear();
        for (var slot = 0; slot < slots.Count; slot++)
        {
            if (!slots[slot].IsEmpty)
            {
                var (id, members) = blocks.Read(slots[slot].Place);
                _slots.Add(slots[slot] with { Place = _blocks.Add(_slots.Count, id.Span, members.Span[1..^1]) });
                _table.Add(_slots.Count - 1);
            }
        }
    }

    /// <summary>48 bytes: the seconds of a version take four of them until the year 2106.</summary>
    /// <param name="Place">No place for an empty slot.</param>
    private readonly record struct Slot(EffectivePartitionKey Key, long Number, long Sequence, DocumentPlace Place, uint Seconds)
    {
        public bool IsEmpty => Place.IsNone;

        public DocumentVersion Version => new(Number, Sequence, Seconds);

        public static Slot Create(DocumentPlace place, DocumentVersion version, EffectivePartitionKey key) =>
            new(key, version.Number, version.Sequence, place, (uint)version.Seconds);
    }
}
