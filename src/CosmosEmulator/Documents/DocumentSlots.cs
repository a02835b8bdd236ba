namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>
/// Documents in RID order, each in a slot. A slot stays when its document is replaced, and is empty when it is deleted. The lock of
/// the store guards it.
/// </summary>
internal sealed class DocumentSlots
{
    private const int FewestEmptyToPack = 1024;

    /// <summary>The slots and replacements that are looked at in a step, while the lock is held.</summary>
    private const int ChangesInStep = 512;

    private readonly DocumentStamp _stamp;
    private readonly DocumentTable _table;
    private ChunkedList<DocumentSlot> _slots = new();
    private DocumentBlocks _blocks = new();

    // Documents that were only created are not in it: the order of their slots is that of their writes.
    private ReplacementOrder _replacements = new();

    public DocumentSlots(DocumentStamp stamp) => (_stamp, _table) = (stamp, new DocumentTable(KeyAt));

    /// <summary>The number of slots, empty ones included.</summary>
    public int Count => _slots.Count;

    /// <summary>The number of documents.</summary>
    public int DocumentCount => _table.Count;

    /// <summary>The bytes of all documents as JSON.</summary>
    public long Bytes { get; private set; }

    /// <summary>The order in which documents expire; null if none does, since the container has no time to live.</summary>
    public ExpiryOrder? Expiry { get; private set; }

    /// <summary>Whether most slots are empty: <see cref="Pack"/> gives them back.</summary>
    public bool IsSparse => Count - DocumentCount is var empty && empty >= FewestEmptyToPack && empty > DocumentCount;

    /// <summary>The document in a slot; null for an empty slot.</summary>
    public StoredDocument? At(int slot)
    {
        ref var found = ref _slots[slot];
        if (found.IsEmpty)
        {
            return null;
        }

        var (name, members) = _blocks.Read(found.Place);
        return new StoredDocument(_stamp, found.Version, found.KeyHash, name, members);
    }

    /// <summary>As the other, but null for a document that has expired, too.</summary>
    /// <param name="now">Seconds of the Unix clock; 0 if no document has expired.</param>
    public StoredDocument? At(int slot, long now) => Expiry?.IsExpired(_slots[slot], now) == true ? null : At(slot);

    /// <summary>The number of the documents that have not expired, and their bytes as JSON.</summary>
    public (int Count, long Bytes) MeasureLive(long now)
    {
        var (count, bytes) = Expiry?.MeasureExpired(now, slot => At(slot)!.Value.Length) ?? default;
        return (DocumentCount - count, Bytes - bytes);
    }

    public StoredDocument? Find(DocumentKey key) => FindSlot(key) is >= 0 and var slot ? At(slot) : null;

    /// <summary>-1 if there is none.</summary>
    public int FindSlot(DocumentKey key)
    {
        // No document has a longer id.
        if (key.Id.Length > DocumentId.MaxItemBytes)
        {
            return -1;
        }

        Span<byte> name = stackalloc byte[DocumentKey.MaxSuffixBytes + (3 * DocumentId.MaxItemBytes)];
        return _table.Find(key.PartitionKey.Value, name[..key.WriteName(name)]);
    }

    /// <summary>The first slot whose document has a greater number.</summary>
    public int FindFirstAfter(long number)
    {
        var (low, high) = (0, Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = _slots[middle].Number > number ? (low, middle) : (middle + 1, high);
        }

        return low;
    }

    /// <summary>
    /// Adds documents whose last write is after a number to <paramref name="documents"/>, in the order of these writes, until
    /// there are <paramref name="limit"/> or a step is done, and then the others of the last one's transaction. Those that have
    /// expired are left out.
    /// </summary>
    /// <returns>The number up to which all writes were looked at; null for all of them.</returns>
    public long? ReadChanges(long afterSequence, int limit, long now, List<StoredDocument> documents)
    {
        using var replacements = _replacements.ReadAfter(afterSequence).GetEnumerator();
        var hasReplacement = replacements.MoveNext();
        var created = FindFirstAfter(afterSequence);
        var last = afterSequence;
        for (var step = 0; created < Count || hasReplacement; step++)
        {
            var isCreation = created < Count && (!hasReplacement || _slots[created].Number < replacements.Current.Sequence);
            var (slot, sequence) = isCreation
                ? (created, _slots[created].Number)
                : (replacements.Current.Slot, replacements.Current.Sequence);
            if ((step >= ChangesInStep || documents.Count >= limit) && !IsOfTransaction(documents, slot, sequence))
            {
                return last;
            }

            last = sequence;
            if (_slots[slot].Sequence == sequence && At(slot, now) is { } document)
            {
                documents.Add(document);
            }

            (created, hasReplacement) = isCreation ? (created + 1, hasReplacement) : (created, replacements.MoveNext());
        }

        return null;
    }

    /// <summary>
    /// The writes after a number, at least as many as <see cref="ReadChanges"/> returns documents: a replaced document counts for its
    /// creation too, and a deleted one until its slot is packed.
    /// </summary>
    public int CountWritesAfter(long sequence) => Count - FindFirstAfter(sequence) + _replacements.CountAfter(sequence);

    /// <summary>
    /// Adds a document, whose number is above all others, in a new slot. After a document that was replaced before,
    /// <see cref="OrderReplacements"/> is needed.
    /// </summary>
    /// <param name="keyHash">The hash of the first level of its partition key.</param>
    /// <param name="name">As <see cref="DocumentKey.WriteName"/> writes it.</param>
    public StoredDocument Add(
        UInt128 keyHash, ReadOnlySpan<byte> name, ReadOnlySpan<byte> members, DocumentVersion version, TimeToLive timeToLive)
    {
        var slot = Count;
        _slots.Add(DocumentSlot.Create(_blocks.Add(slot, name, members), version, keyHash, timeToLive));
        _table.Add(slot);
        AddToExpiry(slot);
        var document = At(slot)!.Value;
        Bytes += document.Length;
        return document;
    }

    /// <summary>Puts a document in the place of the one in a slot.</summary>
    public StoredDocument Replace(
        int slot,
        UInt128 keyHash,
        ReadOnlySpan<byte> name,
        ReadOnlySpan<byte> members,
        DocumentVersion version,
        TimeToLive timeToLive)
    {
        _replacements.Add(version.Sequence, slot);
        Forget(slot);
        _slots[slot] = DocumentSlot.Create(_blocks.Add(slot, name, members), version, keyHash, timeToLive);
        _table.Add(slot);
        AddToExpiry(slot);
        MoveFromHalfEmptyBlocks();
        var document = At(slot)!.Value;
        Bytes += document.Length;
        return document;
    }

    /// <summary>Empties a slot.</summary>
    public void Remove(int slot)
    {
        Forget(slot);
        _slots[slot] = _slots[slot] with { Place = default };
        MoveFromHalfEmptyBlocks();
    }

    /// <summary>Removes the empty slots: documents have other slots afterwards.</summary>
    public void Pack()
    {
        var (slots, blocks) = (_slots, _blocks);
        (_slots, _blocks) = (new ChunkedList<DocumentSlot>(), new DocumentBlocks());
        _table.Clear();
        for (var slot = 0; slot < slots.Count; slot++)
        {
            if (!slots[slot].IsEmpty)
            {
                var (name, members) = blocks.Read(slots[slot].Place);
                _slots.Add(slots[slot] with { Place = _blocks.Add(Count, name.Span, members.Span[1..^1]) });
                _table.Add(Count - 1);
            }
        }

        OrderReplacements();
        OrderByExpiry(Expiry?.Container);
    }

    /// <summary>Sorts the documents that were replaced by their last writes.</summary>
    public void OrderReplacements()
    {
        var replacements = new List<Replacement>();
        for (var slot = 0; slot < Count; slot++)
        {
            if (!_slots[slot].IsEmpty && _slots[slot].IsReplaced)
            {
                replacements.Add(new Replacement(_slots[slot].Sequence, slot));
            }
        }

        replacements.Sort(static (left, right) => left.Sequence.CompareTo(right.Sequence));
        _replacements = new ReplacementOrder();
        foreach (var (sequence, slot) in replacements)
        {
            _replacements.Add(sequence, slot);
        }
    }

    /// <summary>Sorts the documents by the time at which they expire.</summary>
    /// <param name="container">The time to live of those that have none of their own; null if no document expires.</param>
    public void OrderByExpiry(TimeToLive? container)
    {
        Expiry = container is { } timeToLive ? new ExpiryOrder(timeToLive) : null;
        for (var slot = 0; Expiry is not null && slot < Count; slot++)
        {
            if (!_slots[slot].IsEmpty)
            {
                AddToExpiry(slot);
            }
        }
    }

    /// <summary>Whether a write may be of the transaction of the last document.</summary>
    /// <param name="slot">Of its document, which may have changed since.</param>
    private bool IsOfTransaction(List<StoredDocument> documents, int slot, long sequence)
    {
        if (documents.Count == 0 || sequence - documents[^1].Version.FirstSequence > byte.MaxValue)
        {
            return false;
        }

        return _slots[slot].Sequence != sequence || _slots[slot].Version.FirstSequence == documents[^1].Version.FirstSequence;
    }

    private void AddToExpiry(int slot)
    {
        if (Expiry is not { } expiry)
        {
            return;
        }

        if (_slots[slot].TimeToLive == TimeToLive.Unknown)
        {
            _slots[slot] = _slots[slot] with { TimeToLive = TimeToLive.Read(At(slot)!.Value) };
        }

        expiry.Add(slot, _slots[slot]);
    }

    private void Forget(int slot)
    {
        var document = At(slot)!.Value;
        _table.Remove(document.KeyHash, document.Name);
        Bytes -= document.Length;
        _blocks.Remove(_slots[slot].Place);
        Expiry?.Remove(slot, _slots[slot], document.Length);
        if (_slots[slot].IsReplaced)
        {
            _replacements.Remove(_slots[slot].Sequence);
        }
    }

    private void MoveFromHalfEmptyBlocks()
    {
        while (_blocks.TryTakeHalfEmpty(out var block))
        {
            foreach (var (slot, place) in _blocks.Records(block))
            {
                if (_slots[slot].Place == place)
                {
                    _slots[slot] = _slots[slot] with { Place = _blocks.Copy(place) };
                }
            }

            _blocks.Drop(block);
        }
    }

    private UInt128 KeyAt(int slot, out ReadOnlyMemory<byte> name)
    {
        ref var found = ref _slots[slot];
        name = _blocks.Read(found.Place).Name;
        return found.KeyHash;
    }
}
