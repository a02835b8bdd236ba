using DroneDelivery.CosmosEmulator.Query;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// One partition's documents in RID order, each in a slot. A slot stays when its document is replaced, and is empty when it is
/// deleted. One lock guards slots, keys and indexes; documents themselves never change and are used outside of it.
/// </summary>
internal sealed class DocumentStore(DocumentStamp stamp)
{
    private const int FewestEmptySlotsToPack = 1024;
    private readonly Lock _gate = new();
    private readonly Dictionary<DocumentKey, int> _slotOf = [];
    private readonly Dictionary<PropertyPath, PropertyIndex> _indexes = [];
    private List<StoredDocument?> _slots = [];
    private List<long> _numbers = [];
    private long _lsn = 1;
    private long _bytes;

    /// <summary>The number of writes.</summary>
    public long Lsn => Volatile.Read(ref _lsn);

    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _slotOf.Count;
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
                return (_bytes, _indexes.Values.Sum(index => index.Bytes));
            }
        }
    }

    public StoredDocument? Find(DocumentKey key)
    {
        lock (_gate)
        {
            return _slotOf.TryGetValue(key, out var slot) ? _slots[slot] : null;
        }
    }

    /// <summary>Adds a document; null when there is one with its key.</summary>
    public StoredDocument? Create(DocumentDraft draft)
    {
        lock (_gate)
        {
            return _slotOf.ContainsKey(draft.DocumentKey) ? null : AddNeedsLock(draft);
        }
    }

    /// <summary>Adds the document or replaces the one with its key. Says which by the document that was there.</summary>
    public WriteResult Upsert(DocumentDraft draft, string? ifMatch)
    {
        lock (_gate)
        {
            return _slotOf.ContainsKey(draft.DocumentKey) ? ReplaceNeedsLock(draft, ifMatch)
                : ifMatch is null ? new WriteResult(WriteOutcome.Created, AddNeedsLock(draft))
                : new WriteResult(WriteOutcome.PreconditionFailed, null);
        }
    }

    public WriteResult Replace(DocumentDraft draft, string? ifMatch)
    {
        lock (_gate)
        {
            return _slotOf.ContainsKey(draft.DocumentKey)
                ? ReplaceNeedsLock(draft, ifMatch)
                : new WriteResult(WriteOutcome.NotFound, null);
        }
    }

    public WriteResult Delete(DocumentKey key, string? ifMatch)
    {
        lock (_gate)
        {
            if (!_slotOf.TryGetValue(key, out var slot))
            {
                return new WriteResult(WriteOutcome.NotFound, null);
            }

            var document = _slots[slot]!;
            if (!ETags.Allow(ifMatch, document.ETag))
            {
                return new WriteResult(WriteOutcome.PreconditionFailed, document);
            }

            RemoveNeedsLock(slot, document);
            return new WriteResult(WriteOutcome.Deleted, document);
        }
    }

    /// <summary>
    /// Documents after a number that the index finds for all lookups, at most <paramref name="limit"/>, in RID order.
    /// </summary>
    public List<StoredDocument> Read(IReadOnlyList<IndexLookup> lookups, long afterNumber, int limit)
    {
        lock (_gate)
        {
            var place = _numbers.BinarySearch(afterNumber + 1);
            var firstSlot = place < 0 ? ~place : place;
            return lookups.Count == 0 ? ScanNeedsLock(firstSlot, limit) : LookUpNeedsLock(lookups, firstSlot, limit);
        }
    }

    private List<StoredDocument> ScanNeedsLock(int firstSlot, int limit)
    {
        var documents = new List<StoredDocument>();
        for (var slot = firstSlot; slot < _slots.Count && documents.Count < limit; slot++)
        {
            if (_slots[slot] is { } document)
            {
                documents.Add(document);
            }
        }

        return documents;
    }

    private List<StoredDocument> LookUpNeedsLock(IReadOnlyList<IndexLookup> lookups, int firstSlot, int limit)
    {
        var lists = new List<List<int>>(lookups.Count);
        foreach (var lookup in lookups)
        {
            lists.Add(IndexNeedsLock(lookup.Path).Find(lookup.Values));
        }

        var found = new List<int>();
        SlotIntersection.Find(lists, firstSlot, limit, found);
        return found.ConvertAll(slot => _slots[slot]!);
    }

    // A path is indexed when a filter first names it, and kept up to date from then on: import stays fast, and paths that
    // nobody asks for take no memory.
    private PropertyIndex IndexNeedsLock(PropertyPath path)
    {
        if (!_indexes.TryGetValue(path, out var index))
        {
            index = new PropertyIndex(path);
            for (var slot = 0; slot < _slots.Count; slot++)
            {
                if (_slots[slot] is { } document)
                {
                    index.Add(slot, document);
                }
            }

            _indexes.Add(path, index);
        }

        return index;
    }

    private StoredDocument AddNeedsLock(DocumentDraft draft)
    {
        var document = stamp.Stamp(draft, stamp.NextNumber(), ++_lsn);
        var slot = _slots.Count;
        _slots.Add(document);
        _bytes += document.Body.Length;
        _numbers.Add(document.Number);
        _slotOf.Add(draft.DocumentKey, slot);
        foreach (var index in _indexes.Values)
        {
            index.Add(slot, document);
        }

        return document;
    }

    private WriteResult ReplaceNeedsLock(DocumentDraft draft, string? ifMatch)
    {
        var slot = _slotOf[draft.DocumentKey];
        var old = _slots[slot]!;
        if (!ETags.Allow(ifMatch, old.ETag))
        {
            return new WriteResult(WriteOutcome.PreconditionFailed, old);
        }

        var document = stamp.Stamp(draft, old.Number, ++_lsn);
        _slots[slot] = document;
        _bytes += document.Body.Length - old.Body.Length;
        foreach (var index in _indexes.Values)
        {
            index.Remove(slot, old);
            index.Add(slot, document);
        }

        return new WriteResult(WriteOutcome.Replaced, document);
    }

    private void RemoveNeedsLock(int slot, StoredDocument document)
    {
        _lsn++;
        _slots[slot] = null;
        _bytes -= document.Body.Length;
        _slotOf.Remove(new DocumentKey(document.Key, document.Id));
        foreach (var index in _indexes.Values)
        {
            index.Remove(slot, document);
        }

        var empty = _slots.Count - _slotOf.Count;
        if (empty >= FewestEmptySlotsToPack && empty > _slotOf.Count)
        {
            PackNeedsLock();
        }
    }

    // Slots move, so the indexes are dropped; the next filter on a path builds its index again.
    private void PackNeedsLock()
    {
        _slots = _slots.FindAll(document => document is not null);
        _numbers = _slots.ConvertAll(document => document!.Number);
        _indexes.Clear();
        for (var slot = 0; slot < _slots.Count; slot++)
        {
            _slotOf[new DocumentKey(_slots[slot]!.Key, _slots[slot]!.Id)] = slot;
        }
    }
}
