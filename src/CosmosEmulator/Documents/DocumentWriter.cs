using System.Text;
using DroneDelivery.CosmosEmulator.PartitionKeys;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>Makes changes in the slots and in all indexes of a partition. The lock of the store guards it.</summary>
internal sealed class DocumentWriter(DocumentSlots slots, PropertyIndexes indexes)
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

        Span<byte> id = stackalloc byte[DocumentId.MaxItemBytes];
        id = id[..Encoding.UTF8.GetBytes(draft.Id, id)];
        var members = draft.Members.Span.TrimEnd(" \t\r\n"u8);
        return slot < 0
            ? Add(draft.Key, id, members, change.Version, draft.TimeToLive)
            : Replace(slot, draft.Key, id, members, change.Version, draft.TimeToLive);
    }

    public StoredDocument Add(
        EffectivePartitionKey key,
        ReadOnlySpan<byte> id,
        ReadOnlySpan<byte> members,
        DocumentVersion version,
        TimeToLive timeToLive = default)
    {
        var slot = slots.Count;
        var document = slots.Add(key, id, members, version, timeToLive);
        foreach (var index in indexes.AllNeedsLock)
        {
            index.Add(slot, document);
        }

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
        EffectivePartitionKey key,
        ReadOnlySpan<byte> id,
        ReadOnlySpan<byte> members,
        DocumentVersion version,
        TimeToLive timeToLive)
    {
        var old = slots.At(slot)!.Value;
        var document = slots.Replace(slot, key, id, members, version, timeToLive);
        foreach (var index in indexes.AllNeedsLock)
        {
            index.Replace(slot, old, document);
        }

        return document;
    }

    /// <summary>Empties a slot that has a document. The other documents may have other slots afterwards.</summary>
    private StoredDocument Remove(int slot)
    {
        var document = slots.At(slot)!.Value;
        slots.Remove(slot);
        foreach (var index in indexes.AllNeedsLock)
        {
            index.Remove(slot, document);
        }

        if (slots.IsSparse)
        {
            // Slots move, so the indexes are dropped; the next filter on a path builds its index again.
            slots.Pack();
            indexes.ClearNeedsLock();
        }

        return document;
    }
}
