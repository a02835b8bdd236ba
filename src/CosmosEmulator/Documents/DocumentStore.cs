namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// One partition's documents in RID order, each in a slot. A slot stays when its document is replaced, and is empty when it is
/// deleted. One lock guards slots, keys and indexes; documents themselves never change and are used outside of it.
/// </summary>
internal sealed class DocumentStore
{
    private const int FewestEmptySlotsToPack = 1024;
    private readonly Lock _gate = new();
    private readonly Dictionary<DocumentKey, int> _slotOf = [];
    private readonly PropertyIndexes _indexes;
    private readonly DocumentStamp _stamp;
    private List<StoredDocument?> _slots = [];
    private List<long> _numbers = [];
    private long _sequence = 1;
    private long _bytes;
    private bool _isRetired;

    public DocumentStore(DocumentStamp stamp) =>
        (_stamp, _indexes) = (stamp, new PropertyIndexes(_gate, slot => _slots[slot], () => _slots.Count));

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
            return FindNeedsLock(key);
        }
    }

    /// <summary>
    /// Makes all changes, or none if one of them is not possible. Each sees what those before it did. This is the only way to write.
    /// </summary>
    /// <returns>The result of each change; if one is not possible, those up to it.</returns>
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
            return [.. _slots.OfType<StoredDocument>()];
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
                ApplyNeedsLock(new DocumentChange(null, document));
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
                var place = _numbers.BinarySearch(afterNumber + 1);
                var firstSlot = place < 0 ? ~place : place;
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
            if (_slots[slot] is { } document)
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
        return found.ConvertAll(slot => _slots[slot]!);
    }

    private void RequireDocumentsNeedsLock()
    {
        if (_isRetired)
        {
            throw new PartitionMovedException();
        }
    }

    private StoredDocument? FindNeedsLock(DocumentKey key) => _slotOf.TryGetValue(key, out var slot) ? _slots[slot] : null;

    private IReadOnlyList<WriteResult> CommitNeedsLock(IReadOnlyList<Write> writes)
    {
        var pending = new PendingChanges(_stamp, FindNeedsLock);
        if (writes.All(pending.TryAdd))
        {
            foreach (var change in pending.Changes)
            {
                ApplyNeedsLock(change);
            }

            _sequence = Math.Max(_sequence, pending.Sequence);
        }

        return pending.Results;
    }

    private void ApplyNeedsLock(DocumentChange change)
    {
        if (change.Old is null)
        {
            AddNeedsLock(change.Document!);
        }
        else if (change.Document is null)
        {
            RemoveNeedsLock(change.Old);
        }
        else
        {
            ReplaceNeedsLock(change.Old, change.Document);
        }
    }

    private void AddNeedsLock(StoredDocument document)
    {
        var slot = _slots.Count;
        _slots.Add(document);
        _bytes += document.Body.Length;
        _numbers.Add(document.Number);
        _slotOf.Add(document.DocumentKey, slot);
        _sequence = Math.Max(_sequence, document.Sequence);
        foreach (var index in _indexes.AllNeedsLock)
        {
            index.Add(slot, document);
        }
    }

    private void ReplaceNeedsLock(StoredDocument old, StoredDocument document)
    {
        _slotOf.Remove(old.DocumentKey, out var slot);
        _slotOf.Add(document.DocumentKey, slot);
        _slots[slot] = document;
        _bytes += document.Body.Length - old.Body.Length;
        foreach (var index in _indexes.AllNeedsLock)
        {
            index.Replace(slot, old, document);
        }
    }

    private void RemoveNeedsLock(StoredDocument document)
    {
        _slotOf.Remove(document.DocumentKey, out var slot);
        _slots[slot] = null;
        _bytes -= document.Body.Length;
        foreach (var index in _indexes.AllNeedsLock)
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
        _indexes.ClearNeedsLock();
        for (var slot = 0; slot < _slots.Count; slot++)
        {
            _slotOf[_slots[slot]!.DocumentKey] = slot;
        }
    }
}
