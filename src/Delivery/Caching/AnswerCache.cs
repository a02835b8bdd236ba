using System.Collections.Concurrent;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Caching;

/// <summary>
/// Caches answers of the database in memory: the cache inside the service, which the caching lab compares with the gateway's
/// cache. Concurrent requests for one answer read it once (single-flight).
/// </summary>
internal sealed class AnswerCache(IOptions<AnswerCacheOptions> options, TimeProvider time) : IDisposable
{
    private readonly MemoryCache _cached = new(new MemoryCacheOptions { SizeLimit = options.Value.MaxMegabytes * 1024L * 1024 });
    private readonly ConcurrentDictionary<VersionedKey, Lazy<Task<object>>> _running = new();
    private long _changes;

    /// <summary>The number of cached answers.</summary>
    public int Count => _cached.Count;

    /// <param name="key">Identifies the answer, by value.</param>
    /// <param name="read">Reads the answer from the database; not cancelled when a client disconnects, since others may
    /// wait.</param>
    /// <param name="estimateBytes">Estimates the memory of an answer; one that is larger than the limit is not cached.</param>
    public async Task<T> GetAsync<T>(
        object key, Func<CancellationToken, Task<T>> read, Func<T, long> estimateBytes, CancellationToken cancellationToken)
        where T : class
    {
        if (!options.Value.IsOn)
        {
            return await read(cancellationToken);
        }

        var versioned = new VersionedKey(key, Volatile.Read(ref _changes));
        if (_cached.TryGetValue(versioned, out CachedAnswer? cached) && time.GetTimestamp() < cached!.Until)
        {
            return (T)cached.Answer;
        }

        var reading = _running.GetOrAdd(
            versioned,
            _ => new Lazy<Task<object>>(() =>
                Task.Run(() => ReadAsync(versioned, read, estimateBytes), CancellationToken.None)));
        return (T)await reading.Value.WaitAsync(cancellationToken);
    }

    /// <summary>
    /// Removes the cached answers. Answers of reads that began earlier are not used; they stay until they expire.
    /// </summary>
    public void Invalidate()
    {
        Interlocked.Increment(ref _changes);
        _cached.Clear();
    }

    public void Dispose() => _cached.Dispose();

    private async Task<object> ReadAsync<T>(
        VersionedKey key, Func<CancellationToken, Task<T>> read, Func<T, long> estimateBytes)
        where T : class
    {
        try
        {
            var answer = await read(CancellationToken.None);
            var until = time.GetTimestamp() + (long)(options.Value.TimeToLive.TotalSeconds * time.TimestampFrequency);
            _cached.Set(key, new CachedAnswer(answer, until), new MemoryCacheEntryOptions
            {
                // Only releases memory, by MemoryCache's own clock; Until decides whether an answer is used.
                AbsoluteExpirationRelativeToNow = options.Value.TimeToLive,
                Size = estimateBytes(answer),
            });
            return answer;
        }
        finally
        {
            _running.TryRemove(key, out _);
        }
    }

    /// <param name="Changes">The number of invalidations before the request.</param>
    private sealed record VersionedKey(object Key, long Changes);

    private sealed record CachedAnswer(object Answer, long Until);
}
