using System.Collections.Concurrent;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Stores entries in a bounded number of bytes, which also includes reserved ones. Safe for concurrent use; readers take no lock.
/// Evicts entries by the SIEVE algorithm: the hand moves from the oldest entry to the newest, and evicts the first entry that was
/// not requested since the hand last passed it.
/// </summary>
/// <remarks>Zhang et al., "SIEVE is Simpler than LRU", NSDI 2024.</remarks>
internal abstract class SieveStore<TEntry>
    where TEntry : SieveEntry
{
    private readonly Lock _gate = new();
    private readonly long _maxBytes;
    private readonly ConcurrentDictionary<string, LinkedListNode<TEntry>> _entries = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, LinkedListNode<TEntry>>.AlternateLookup<ReadOnlySpan<char>> _byText;
    private readonly LinkedList<TEntry> _oldestFirst = new();
    private LinkedListNode<TEntry>? _hand;
    private long _bytes;
    private long _reserved;
    private long _evicted;

    protected SieveStore(long maxBytes)
    {
        _maxBytes = maxBytes;
        _byText = _entries.GetAlternateLookup<ReadOnlySpan<char>>();
    }

    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>The memory reserved for responses that are being received or read, in bytes.</summary>
    public long Reserved => Volatile.Read(ref _reserved);

    public long Evicted => Volatile.Read(ref _evicted);

    public int Count => _entries.Count;

    public TEntry? Find(ReadOnlySpan<char> key)
    {
        if (!_byText.TryGetValue(key, out var node))
        {
            return null;
        }

        var entry = node.Value;
        // Written only if it changes, so that concurrent readers can share the cache line.
        if (!entry.WasVisited)
        {
            entry.WasVisited = true;
        }

        return entry;
    }

    /// <summary>Adds the entry in place of one with the same key. Returns false if there is no room for it.</summary>
    public bool Set(TEntry entry)
    {
        lock (_gate)
        {
            RemoveNeedsLock(entry.Key);
            return TryAddNeedsLock(entry);
        }
    }

    /// <summary>Adds the entry unless there is one with the same key.</summary>
    public void AddIfAbsent(TEntry entry)
    {
        lock (_gate)
        {
            if (!_entries.ContainsKey(entry.Key))
            {
                TryAddNeedsLock(entry);
            }
        }
    }

    public void Remove(string key)
    {
        lock (_gate)
        {
            RemoveNeedsLock(key);
        }
    }

    public void Clear()
    {
        lock (_gate)
        {
            while (_oldestFirst.First is { } oldest)
            {
                RemoveNeedsLock(oldest.Value.Key);
            }
        }
    }

    /// <summary>
    /// Reserves memory for a response that is being received or read, and evicts entries if needed. Returns false if other
    /// reservations leave too little memory.
    /// </summary>
    public bool TryReserve(long bytes)
    {
        lock (_gate)
        {
            if (_reserved + bytes > _maxBytes)
            {
                return false;
            }

            MakeRoomNeedsLock(bytes);
            _reserved += bytes;
            return true;
        }
    }

    /// <summary>Releases reserved memory.</summary>
    public void Release(long bytes)
    {
        lock (_gate)
        {
            _reserved -= bytes;
        }
    }

    /// <summary>Runs with the lock, after an entry was evicted, replaced or removed.</summary>
    protected virtual void OnRemoved(TEntry entry)
    {
    }

    private bool TryAddNeedsLock(TEntry entry)
    {
        if (_reserved + entry.Bytes > _maxBytes)
        {
            return false;
        }

        MakeRoomNeedsLock(entry.Bytes);
        _bytes += entry.Bytes;
        _entries[entry.Key] = _oldestFirst.AddLast(entry);
        return true;
    }

    private void MakeRoomNeedsLock(long bytes)
    {
        while (_bytes + _reserved + bytes > _maxBytes && (_hand ?? _oldestFirst.First) is { } candidate)
        {
            _hand = candidate.Next;
            if (candidate.Value.WasVisited)
            {
                candidate.Value.WasVisited = false;
            }
            else
            {
                _evicted++;
                RemoveNeedsLock(candidate.Value.Key);
            }
        }
    }

    private void RemoveNeedsLock(string key)
    {
        if (_entries.TryRemove(key, out var node))
        {
            _bytes -= node.Value.Bytes;
            _hand = _hand == node ? node.Next : _hand;
            _oldestFirst.Remove(node);
            OnRemoved(node.Value);
        }
    }
}
