using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// One partition's documents in RID order, and their indexes. One lock guards both; documents themselves never change and are used
/// outside of it.
/// </summary>
internal sealed class DocumentStore
{
    /// <summary>The most expired documents that are removed at once. A commit removes one more for each write.</summary>
    private const int RemovalsInStep = 64;

    private readonly Lock _gate = new();
    private readonly DocumentStamp _stamp;
    private readonly DocumentSlots _slots;
    private readonly PropertyIndexes _indexes;
    private readonly DocumentWriter _writer;
    private readonly UniqueKeyIndex? _uniqueKeys;
    private long _lastWrite;
    private bool _isRetired;

    /// <param name="uniqueKeys">Of the container; null for none.</param>
    /// <param name="timeToLive">As in <see cref="SetTimeToLive"/>.</param>
    public DocumentStore(DocumentStamp stamp, UniqueKeys? uniqueKeys = null, TimeToLive? timeToLive = null)
    {
        (_stamp, _slots) = (stamp, new DocumentSlots(stamp));
        _slots.OrderByExpiry(timeToLive);
        _uniqueKeys = uniqueKeys is { IsEmpty: false } ? new UniqueKeyIndex(uniqueKeys) : null;
        _indexes = new PropertyIndexes(_gate, _slots);
        _writer = new DocumentWriter(_slots, _indexes, _uniqueKeys);
    }

    /// <summary>As <see cref="DocumentStamp.Epoch"/>.</summary>
    public long Epoch => _stamp.Epoch;

    /// <summary>The number of the last write; 0 before the first.</summary>
    public long LastWrite => Volatile.Read(ref _lastWrite);

    /// <summary>As <see cref="LastWrite"/>, but 1 before the first write.</summary>
    public long Sequence => Math.Max(1, LastWrite);

    /// <summary>The number of documents that have not expired.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _slots.MeasureLive(_stamp.Now).Count;
            }
        }
    }

    /// <summary>The bytes of the documents that have not expired, and those of the indexes.</summary>
    public (long Documents, long Indexes) Size
    {
        get
        {
            lock (_gate)
            {
                return (
                    _slots.MeasureLive(_stamp.Now).Bytes,
                    _indexes.BytesNeedsLock + (_uniqueKeys?.Bytes ?? 0));
            }
        }
    }

    /// <exception cref="PartitionMovedException">Other stores have the documents now.</exception>
    public StoredDocument? Find(DocumentKey key)
    {
        lock (_gate)
        {
            return _writer.Find(key, BeginNeedsLock());
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
                if (CommitNeedsLock(writes) is { } results)
                {
                    return ValueTask.FromResult(results);
                }
            }

            // An update was not made yet, or was made from a document that another commit has replaced.
            _ = writes.All(new PendingChanges(_stamp, writes.Count, Find, uniqueKeys: null, isDryRun: true).TryAdd);
        }
    }

    /// <summary>
    /// Changes the time to live of documents that have none of their own; null if no document expires. What has expired stays so.
    /// </summary>
    public void SetTimeToLive(TimeToLive? timeToLive)
    {
        while (true)
        {
            lock (_gate)
            {
                if (BeginNeedsLock() > 0)
                {
                    continue;
                }

                if (timeToLive != _slots.Expiry?.Container)
                {
                    _slots.OrderByExpiry(timeToLive);
                }

                return;
            }
        }
    }

    /// <summary>Ends the store, so that others take its documents, which are returned in RID order.</summary>
    public IReadOnlyList<StoredDocument> Retire()
    {
        lock (_gate)
        {
            var live = new LiveDocuments(_slots, BeginNeedsLock());
            _isRetired = true;
            return live.Scan(firstSlot: 0, limit: int.MaxValue);
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
                _writer.Add(document.KeyHash, document.Name, document.OwnMembers, document.Version);
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
            var now = BeginNeedsLock();
            var documents = new List<StoredDocument>();
            return _slots.ReadChanges(afterSequence, limit, now, documents) is { } last
                ? new ChangedDocuments(documents, last, IsComplete: false)
                : new ChangedDocuments(documents, Math.Max(afterSequence, _lastWrite), IsComplete: true);
        }
    }

    /// <inheritdoc cref="DocumentSlots.CountWritesAfter"/>
    /// <exception cref="PartitionMovedException">Other stores have the documents now.</exception>
    public int CountWritesAfter(long sequence)
    {
        lock (_gate)
        {
            BeginNeedsLock();
            return _slots.CountWritesAfter(sequence);
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
            var live = new LiveDocuments(_slots, BeginNeedsLock());
            var firstSlot = _slots.FindFirstAfter(afterNumber);
            return lookups.Count == 0 ? live.Scan(firstSlot, limit)
                : _indexes.FindNeedsLock(lookups) is { } lists ? live.Find(lists, firstSlot, limit)
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
            var live = new LiveDocuments(_slots, BeginNeedsLock());
            if (_indexes.FindNeedsLock(path) is not { } index)
            {
                return null;
            }

            int? slot = after.Number == 0 ? null : _slots.FindFirstAfter(isDescending ? after.Number - 1 : after.Number);
            return live.ReadInOrder(index, after.Key, slot, isDescending, limit);
        }
    }

    /// <summary>Begins a use of the documents: removes some of those that have expired.</summary>
    /// <returns>The time by which others have expired, in seconds of the Unix clock; 0 if there are none.</returns>
    private long BeginNeedsLock(int removals = RemovalsInStep)
    {
        if (_isRetired)
        {
            throw new PartitionMovedException();
        }

        if (_slots.Expiry is null)
        {
            return 0;
        }

        var now = _stamp.Now;
        return _writer.RemoveExpired(now, removals) ? 0 : now;
    }

    /// <summary>Null if an update needs a dry run.</summary>
    private IReadOnlyList<WriteResult>? CommitNeedsLock(IReadOnlyList<Write> writes)
    {
        // A unique key of an expired document is free: all of them are removed before.
        var now = BeginNeedsLock(_uniqueKeys is null ? RemovalsInStep + writes.Count : int.MaxValue);
        var uniqueKeys = _uniqueKeys is null ? null : new UniqueKeyChanges(_uniqueKeys);
        var pending = new PendingChanges(_stamp, writes.Count, now == 0 ? _slots.Find : FindLive(now), uniqueKeys);
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

    private Func<DocumentKey, StoredDocument?> FindLive(long now) => key => _writer.Find(key, now);

    private StoredDocument ApplyNeedsLock(DocumentChange change)
    {
        _lastWrite = change.Outcome.IsRead() ? _lastWrite : change.Version.Sequence;
        return _writer.Apply(change);
    }
}
