using System.Buffers.Binary;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The slots of the documents that expire, in the order in which they do. The lock of the store guards it.</summary>
/// <param name="container">The time to live of documents that have none of their own.</param>
internal sealed class ExpiryOrder(TimeToLive container)
{
    private readonly OrderedIndex _slots = new();

    public TimeToLive Container => container;

    public void Add(int slot, in DocumentSlot document)
    {
        if (FindExpiry(document) is { } expiry)
        {
            Span<byte> key = stackalloc byte[sizeof(long)];
            BinaryPrimitives.WriteInt64BigEndian(key, expiry);
            _slots.Add(key, slot);
        }
    }

    public void Remove(int slot, in DocumentSlot document)
    {
        if (FindExpiry(document) is { } expiry)
        {
            Span<byte> key = stackalloc byte[sizeof(long)];
            BinaryPrimitives.WriteInt64BigEndian(key, expiry);
            _slots.Remove(key, slot);
        }
    }

    /// <param name="now">Seconds of the Unix clock.</param>
    public bool IsExpired(in DocumentSlot document, long now) => FindExpiry(document) <= now;

    /// <summary>The slot of a document that has expired; null if there is none.</summary>
    public int? FindExpired(long now)
    {
        var key = _slots.FirstKey;
        if (key.IsEmpty || BinaryPrimitives.ReadInt64BigEndian(key) > now)
        {
            return null;
        }

        // The last slot of the key: its removal moves no other.
        return _slots.Find(key).Span[^1];
    }

    /// <summary>Looks at the slot of each document that has expired.</summary>
    public void VisitExpired(long now, Action<int> visit) => _slots.Visit([], isDescending: false, (key, slots) =>
    {
        if (BinaryPrimitives.ReadInt64BigEndian(key) > now)
        {
            return false;
        }

        foreach (var slot in slots)
        {
            visit(slot);
        }

        return true;
    });

    /// <summary>The second of the Unix clock in which a document expires; null if it never does.</summary>
    private long? FindExpiry(in DocumentSlot document)
    {
        var timeToLive = document.TimeToLive == TimeToLive.Inherited ? container : document.TimeToLive;
        return timeToLive.IsLimited ? document.Seconds + (long)timeToLive.Seconds : null;
    }
}
