using System.Buffers.Binary;

namespace DroneDelivery.CosmosEmulator.Documents;

/// <summary>The slots of the documents that expire, in the order in which they do. The lock of the store guards it.</summary>
/// <param name="container">The time to live of documents that have none of their own.</param>
internal sealed class ExpiryOrder(TimeToLive container)
{
    private readonly OrderedIndex _slots = new();

    // The second up to which what has expired is measured, and what of that is still there.
    private long _measuredUntil;
    private (int Count, long Bytes) _expired;

    public TimeToLive Container => container;

    public void Add(int slot, in DocumentSlot document)
    {
        if (FindExpiry(document) is { } expiry)
        {
            Span<byte> key = stackalloc byte[sizeof(long)];
            BinaryPrimitives.WriteInt64BigEndian(key, expiry);
            _slots.Add(key, slot);
            if (expiry <= _measuredUntil)
            {
                ForgetMeasurement();
            }
        }
    }

    /// <param name="length">The bytes of the document as JSON.</param>
    public void Remove(int slot, in DocumentSlot document, int length)
    {
        if (FindExpiry(document) is { } expiry)
        {
            Span<byte> key = stackalloc byte[sizeof(long)];
            BinaryPrimitives.WriteInt64BigEndian(key, expiry);
            _slots.Remove(key, slot);
            if (expiry <= _measuredUntil)
            {
                _expired = (_expired.Count - 1, _expired.Bytes - length);
            }
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

    /// <summary>
    /// The number of the documents that have expired, and their bytes. Each is looked at once: there may be many, and responses
    /// tell how many others there are.
    /// </summary>
    /// <param name="lengthOf">The bytes of the document in a slot as JSON.</param>
    public (int Count, long Bytes) MeasureExpired(long now, Func<int, int> lengthOf)
    {
        if (now < _measuredUntil)
        {
            ForgetMeasurement();
        }

        var (count, bytes) = _expired;
        Span<byte> from = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(from, _measuredUntil + 1);
        _slots.Visit(from, isDescending: false, (key, slots) =>
        {
            if (BinaryPrimitives.ReadInt64BigEndian(key) > now)
            {
                return false;
            }

            foreach (var slot in slots)
            {
                count++;
                bytes += lengthOf(slot);
            }

            return true;
        });
        (_measuredUntil, _expired) = (now, (count, bytes));
        return _expired;
    }

    private void ForgetMeasurement() => (_measuredUntil, _expired) = (0, default);

    /// <summary>The second of the Unix clock in which a document expires; null if it never does.</summary>
    private long? FindExpiry(in DocumentSlot document)
    {
        var timeToLive = document.TimeToLive == TimeToLive.Inherited ? container : document.TimeToLive;
        return timeToLive.IsLimited ? document.Seconds + (long)timeToLive.Seconds : null;
    }
}
