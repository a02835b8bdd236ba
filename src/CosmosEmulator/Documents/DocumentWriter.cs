namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>Makes changes in the slots and in all indexes of a partition. The lock of the store guards it.</summary>
/// <param name="uniqueKeys">Null for a container without unique keys.</param>
internal sealed class DocumentWriter(DocumentSlots slots, PropertyIndexes indexes, UniqueKeyIndex? uniqueKeys)
{
    /// <summary>Finds a document. One that has expired is removed, so that another can have its key.</summary>
    /// <param name="now">Seconds of the Unix clock; 0 if no document has expired.</param>
    public StoredDocument? Find(DocumentKey key, long now)
    {
        var slot = slots.FindSlot(key);
        if (slot < 0)
        {
            return null;
        }

        if (slots.At(slot, now) is { } document)
        {
            return document;
        }

        Remove(slot);
        return null;
    }

    /// <summary>Returns the document after the change, or the one that was read or deleted.</summary>
    public StoredDocument Apply(DocumentChange change)
    {
        if (change.Outcome.IsRead())
        {
            return slots.Find(change.Old!.Value)!.Value;
        }

        var slot = change.Old is { } old ? slots.FindSlot(old) : -1;
        if (change.Draft is not { } draft)
        {
            return Remove(slot);
        }

        Span<byte> name = stackalloc byte[DocumentKey.MaxSuffixBytes + DocumentId.MaxItemBytes];
        name = name[..draft.DocumentKey.WriteName(name)];
        var members = draft.Members.Span.TrimEnd(" \t\r\n"u8);
        return slot < 0
            ? Add(draft.Key.Value, name, members, change.Version, draft.TimeToLive)
            : Replace(slot, draft.Key.Value, name, members, change.Version, draft.TimeToLive);
    }

    /// <param name="keyHash">The hash of the first level of its partition key.</param>
    /// <param name="name">As <see cref="DocumentKey.WriteName"/> writes it.</param>
    public StoredDocument Add(
        UInt128 keyHash,
        ReadOnlySpan<byte> name,
        ReadOnlySpan<byte> members,
        DocumentVersion version,
        TimeToLive timeToLive = default)
    {
        var slot = slots.Count;
        var document = slots.Add(keyHash, name, members, version, timeToLive);
        uniqueKeys?.Add(document);
        indexes.ReplaceNeedsLock(slot, null, document);

        return document;
    }

    /// <summary>Removes documents that have expired, at most <paramref name="limit"/>. True if none is left.</summary>
    public bool RemoveExpired(long now, int limit)
    {
        while (slots.Expiry?.FindExpired(now) is { } slot)
        {
            if (limit-- == 0)
            {
                return false;
            }

            Remove(slot);
        }

        return true;
    }

    private StoredDocument Replace(
        int slot,
        UInt128 keyHash,
        ReadOnlySpan<byte> name,
        ReadOnlySpan<byte> members,
        DocumentVersion version,
        TimeToLive timeToLive)
    {
        var old = slots.At(slot)!.Value;
        uniqueKeys?.Remove(old);
        var document = slots.Replace(slot, keyHash, name, members, version, timeToLive);
        uniqueKeys?.Add(document);
        indexes.ReplaceNeedsLock(slot, old, document);

        return document;
    }

    /// <summary>Empties a slot that has a document. The other documents may have other slots afterwards.</summary>
    private StoredDocument Remove(int slot)
    {
        var document = slots.At(slot)!.Value;
        uniqueKeys?.Remove(document);
        slots.Remove(slot);
        indexes.ReplaceNeedsLock(slot, document, null);

        if (slots.IsSparse)
        {
            // Slots move, so the indexes are dropped; the next filter on a path builds its index again.
            slots.Pack();
            indexes.ClearNeedsLock();
        }

        return document;
    }
}
