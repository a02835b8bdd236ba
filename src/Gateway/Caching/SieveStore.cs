using System.Collections.Concurrent;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// Stores entries in bounded memory, which also includes responses that are being received. Safe for concurrent use; readers take
/// no lock. Evicts entries by the SIEVE algorithm: the hand moves from the oldest entry to the newest, and evicts the first entry
/// that was not requested since the hand last passed it.
/// </summary>
/// <remarks>Zhang et al., "SIEVE is Simpler than LRU", NSDI 2024.</remarks>
internal sealed class CacheStore
{
    private readonly Lock _gate = new();
    private readonly long _maxBytes;
    private readonly ConcurrentDictionary<string, LinkedListNode<CacheEntry>> _entries = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, LinkedListNode<CacheEntry>>.AlternateLookup<ReadOnlySpan<char>> _byText;
    private readonly LinkedList<CacheEntry> _oldestFirst = new();
    private LinkedListNode<CacheEntry>? _hand;
    private long _bytes;
    private long _reserved;
    private long _evicted;

    public CacheStore(IOptions<CacheOptions> options)
    {
        _maxBytes = options.Value.MaxBytes;
        _byText = _entries.GetAlternateLookup<ReadOnlySpan<char>>();
    }

    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>The memory reserved for responses that are being received, in bytes.</summary>
    public long Reserved => Volatile.Read(ref _reserved);

    public long Evicted => Volatile.Read(ref _evicted);

    public int Count => _entries.Count;

    public CacheEntry? Find(ReadOnlySpan<char> key)
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

    public void Set(CacheEntry entry)
    {
        lock (_gate)
        {
            RemoveNeedsLock(entry.Key);
            if (_reserved + entry.Bytes > _maxBytes)
            {
                return;
            }

            MakeRoomNeedsLock(entry.Bytes);
            _bytes += entry.Bytes;
            _entries[entry.Key] = _oldestFirst.AddLast(entry);
        }
    }

    public void Remove(string key)
    {
        lock (_gate)
        {
            RemoveNeedsLock(key);
        }
    }

    /// <summary>
    /// Reserves memory for a response that is being received, and evicts entries if needed. Returns false if other reservations
    /// leave too little memory.
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
                RemoveNeedsLock(candidate.Value.Key);
                _evicted++;
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
        }
    }
}
