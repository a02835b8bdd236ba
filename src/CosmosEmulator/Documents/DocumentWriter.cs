using System.Text;
using DroneDelivery.CosmosEmulator.PartitionKeys;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>Makes changes in the slots and in all indexes of a partition. The lock of the store guards it.</summary>
internal sealed class DocumentWriter(DocumentSlots slots, PropertyIndexes indexes)
{
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
            ? Add(draft.Key, id, members, change.Version)
            : Replace(slot, draft.Key, id, members, change.Version);
    }

    public StoredDocument Add(
        EffectivePartitionKey key, ReadOnlySpan<byte> id, ReadOnlySpan<byte> members, DocumentVersion version)
    {
        var slot = slots.Count;
        var document = slots.Add(key, id, members, version);
        foreach (var index in indexes.AllNeedsLock)
        {
            index.Add(slot, document);
        }

        return document;
    }

    private StoredDocument Replace(
        int slot, EffectivePartitionKey key, ReadOnlySpan<byte> id, ReadOnlySpan<byte> members, DocumentVersion version)
    {
        var old = slots.At(slot)!.Value;
        var document = slots.Replace(slot, key, id, members, version);
        foreach (var index in indexes.AllNeedsLock)
        {
            index.Replace(slot, old, document);
        }

        return document;
    }

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
