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
    private readonly long _mostBytes;
    private readonly ConcurrentDictionary<string, CacheEntry> _entries = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, CacheEntry>.AlternateLookup<ReadOnlySpan<char>> _byText;
    private CacheEntry? _oldest;
    private CacheEntry? _newest;
    private CacheEntry? _hand;
    private long _bytes;
    private long _reserved;
    private long _evicted;

    public CacheStore(IOptions<CacheOptions> options)
    {
        _mostBytes = options.Value.MostBytes;
        _byText = _entries.GetAlternateLookup<ReadOnlySpan<char>>();
    }

    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>The memory reserved for responses that are being received, in bytes.</summary>
    public long Reserved => Volatile.Read(ref _reserved);

    public long Evicted => Volatile.Read(ref _evicted);

    public int Count => _entries.Count;

    public CacheEntry? Find(ReadOnlySpan<char> key)
    {
        if (!_byText.TryGetValue(key, out var entry))
        {
            return null;
        }

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
            if (_reserved + entry.Bytes > _mostBytes)
            {
                return;
            }

            MakeRoomNeedsLock(entry.Bytes);
            entry.Older = _newest;
            if (_newest is { } before)
            {
                before.Newer = entry;
            }

            _newest = entry;
            _oldest ??= entry;
            _bytes += entry.Bytes;
            _entries[entry.Key] = entry;
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
            if (_reserved + bytes > _mostBytes)
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
        while (_bytes + _reserved + bytes > _mostBytes && (_hand ?? _oldest) is { } candidate)
        {
            _hand = candidate.Newer;
            if (candidate.WasVisited)
            {
                candidate.WasVisited = false;
            }
            else
            {
                RemoveNeedsLock(candidate.Key);
                _evicted++;
            }
        }
    }

    private void RemoveNeedsLock(string key)
    {
        if (!_entries.TryRemove(key, out var entry))
        {
            return;
        }

        _bytes -= entry.Bytes;
        _hand = _hand == entry ? entry.Newer : _hand;
        _oldest = _oldest == entry ? entry.Newer : _oldest;
        _newest = _newest == entry ? entry.Older : _newest;
        if (entry.Older is { } older)
        {
            older.Newer = entry.Newer;
        }

        if (entry.Newer is { } newer)
        {
            newer.Older = entry.Older;
        }
    }
}
