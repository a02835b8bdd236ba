using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// One partition's documents in RID order, and their indexes. One lock guards both; documents themselves never change and are used
/// outside of it.
/// </summary>
internal sealed class DocumentStore
{
    private readonly Lock _gate = new();
    private readonly DocumentStamp _stamp;
    private readonly DocumentSlots _slots;
    private readonly PropertyIndexes _indexes;
    private readonly DocumentWriter _writer;
    private long _lastWrite;
    private bool _isRetired;

    public DocumentStore(DocumentStamp stamp)
    {
        (_stamp, _slots) = (stamp, new DocumentSlots(stamp));
        _indexes = new PropertyIndexes(_gate, _slots);
        _writer = new DocumentWriter(_slots, _indexes);
    }

    /// <summary>As <see cref="DocumentStamp.Epoch"/>.</summary>
    public long Epoch => _stamp.Epoch;

    /// <summary>The number of the last write; 0 before the first.</summary>
    public long LastWrite => Volatile.Read(ref _lastWrite);

    /// <summary>As <see cref="LastWrite"/>, but 1 before the first write.</summary>
    public long Sequence => Math.Max(1, LastWrite);

    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _slots.DocumentCount;
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
                return (_slots.Bytes, _indexes.AllNeedsLock.Sum(index => index.Bytes));
            }
        }
    }

    /// <exception cref="PartitionMovedException">Other stores have the documents now.</exception>
    public StoredDocument? Find(DocumentKey key)
    {
        lock (_gate)
        {
            RequireDocumentsNeedsLock();
            return _slots.Find(key);
        }
    }

    /// <summary>
    /// Makes all changes, or none if one of them is not possible. Each sees what those before it did, and so does a read between
    /// them. This is the only way to write.
    /// </summary>
    /// <returns>The result of each change; if one is not possible, only those up to it, without documents.</returns>
    /// <exception cref="PartitionMovedException">Other stores have the documents now.</exception>
    public ValueTask<IReadOnlyList<WriteResult>> CommitAsync(params IReadOnlyList<Write> writes)
    {
        while (true)
        {
            lock (_gate)
            {
                RequireDocumentsNeedsLock();
                if (CommitNeedsLock(writes) is { } results)
                {
                    return ValueTask.FromResult(results);
                }
            }

            // An update was not made yet, or was made from a document that another commit has replaced.
            _ = writes.All(new PendingChanges(_stamp, Find, isDryRun: true).TryAdd);
        }
    }

    /// <summary>Ends the store, so that others take its documents, which are returned in RID order.</summary>
    public IReadOnlyList<StoredDocument> Retire()
    {
        lock (_gate)
        {
            RequireDocumentsNeedsLock();
            _isRetired = true;
            return [.. Enumerable.Range(0, _slots.Count).Select(_slots.At).OfType<StoredDocument>()];
        }
    }

    /// <summary>Takes documents of a retired store over, in RID order and as they are.</summary>
    /// <param name="lastWrite">That of the retired store: it may be of a document that is deleted.</param>
    public void Load(IEnumerable<StoredDocument> documents, long lastWrite)
    {
        lock (_gate)
        {
            _lastWrite = lastWrite;
            foreach (var document in documents)
            {
                _writer.Add(document.Key, document.IdBytes, document.OwnMembers, document.Version);
            }

            _slots.OrderReplacements();
        }
    }

    /// <summary>
    /// Documents whose last write is after a number, at most <paramref name="limit"/>, in the order of these writes. There may
    /// be more, even if none is returned: the caller goes on after the last write that was looked at.
    /// </summary>
    /// <exception cref="PartitionMovedException">Other stores have the documents now.</exception>
    public ChangedDocuments ReadChanges(long afterSequence, int limit)
    {
        lock (_gate)
        {
            RequireDocumentsNeedsLock();
            var documents = new List<StoredDocument>();
            return _slots.ReadChanges(afterSequence, limit, documents) is { } last
                ? new ChangedDocuments(documents, last, IsComplete: false)
                : new ChangedDocuments(documents, Math.Max(afterSequence, _lastWrite), IsComplete: true);
        }
    }

    /// <summary>
    /// Documents after a number that the index finds for all lookups, at most <paramref name="limit"/>, in RID order. Indexes that
    /// do not exist yet are built before.
    /// </summary>
    /// <exception cref="PartitionMovedException">Other stores have the documents now.</exception>
    /// <exception cref="OperationCanceledException">The client left. A build goes on for the queries to come.</exception>
    public ValueTask<List<StoredDocument>> ReadAsync(
        IReadOnlyList<IndexLookup> lookups, long afterNumber, int limit, CancellationToken cancellationToken) =>
        TryRead(lookups, afterNumber, limit) is { } found
            ? ValueTask.FromResult(found)
            : BuildAndReadAsync(lookups, afterNumber, limit, cancellationToken);

    private async ValueTask<List<StoredDocument>> BuildAndReadAsync(
        IReadOnlyList<IndexLookup> lookups, long afterNumber, int limit, CancellationToken cancellationToken)
    {
        while (true)
        {
            foreach (var lookup in lookups)
            {
                await _indexes.BuildAsync(lookup.Path).WaitAsync(cancellationToken);
            }

            if (TryRead(lookups, afterNumber, limit) is { } found)
            {
                return found;
            }
        }
    }

    /// <summary>Null if an index has to be built before.</summary>
    private List<StoredDocument>? TryRead(IReadOnlyList<IndexLookup> lookups, long afterNumber, int limit)
    {
        lock (_gate)
        {
            RequireDocumentsNeedsLock();
            var firstSlot = _slots.FindFirstAfter(afterNumber);
            return lookups.Count == 0 ? ScanNeedsLock(firstSlot, limit)
                : _indexes.FindNeedsLock(lookups) is { } lists ? FindNeedsLock(lists, firstSlot, limit)
                : null;
        }
    }

    /// <summary>
    /// Documents after a position in the order of a property, at most <paramref name="limit"/>. Those with the same value are in RID
    /// order, in a descending order against it.
    /// </summary>
    /// <exception cref="PartitionMovedException">Other stores have the documents now.</exception>
    /// <exception cref="OperationCanceledException">The client left.</exception>
    public async ValueTask<List<IndexedDocument>> ReadInOrderAsync(
        PropertyPath path, bool isDescending, IndexPosition after, int limit, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (TryReadInOrder(path, isDescending, after, limit) is { } found)
            {
                return found;
            }

            await _indexes.BuildAsync(path).WaitAsync(cancellationToken);
        }
    }

    private List<IndexedDocument>? TryReadInOrder(PropertyPath path, bool isDescending, IndexPosition after, int limit)
    {
        lock (_gate)
        {
            RequireDocumentsNeedsLock();
            if (_indexes.FindNeedsLock(path) is not { } index)
            {
                return null;
            }

            int? slot = after.Number == 0 ? null : _slots.FindFirstAfter(isDescending ? after.Number - 1 : after.Number);
            return index.ReadInOrder(after.Key, slot, isDescending, limit)
                .ConvertAll(found => new IndexedDocument(_slots.At(found.Slot)!.Value, found.Key));
        }
    }

    private List<StoredDocument> ScanNeedsLock(int firstSlot, int limit)
    {
        var documents = new List<StoredDocument>();
        for (var slot = firstSlot; slot < _slots.Count && documents.Count < limit; slot++)
        {
            if (_slots.At(slot) is { } document)
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
        return found.ConvertAll(slot => _slots.At(slot)!.Value);
    }

    private void RequireDocumentsNeedsLock()
    {
        if (_isRetired)
        {
            throw new PartitionMovedException();
        }
    }

    /// <summary>Null if an update needs a dry run.</summary>
    private IReadOnlyList<WriteResult>? CommitNeedsLock(IReadOnlyList<Write> writes)
    {
        var pending = new PendingChanges(_stamp, _slots.Find);
        foreach (var write in writes)
        {
            if (pending.TryAdd(write))
            {
                continue;
            }

            if (pending.Failure is not { } failure)
            {
                return null;
            }

            return [.. pending.Changes.Select(change => new WriteResult(change.Outcome, null)), failure];
        }

        return [.. pending.Changes.Select(change => new WriteResult(change.Outcome, ApplyNeedsLock(change)))];
    }

    private StoredDocument ApplyNeedsLock(DocumentChange change)
    {
        _lastWrite = change.Outcome.IsRead() ? _lastWrite : change.Version.Sequence;
        return _writer.Apply(change);
    }
}
