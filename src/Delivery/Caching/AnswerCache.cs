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
    private readonly MemoryCache _cached = new(new MemoryCacheOptions { SizeLimit = options.Value.MaxAnswers });
    private readonly ConcurrentDictionary<VersionedKey, Lazy<Task<object>>> _running = new();
    private long _changes;

    /// <param name="key">Identifies the answer, by value.</param>
    /// <param name="read">Reads the answer from the database; not cancelled when a client disconnects, since others may
    /// wait.</param>
    public async Task<T> GetAsync<T>(
        object key, Func<CancellationToken, Task<T>> read, CancellationToken cancellationToken)
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
            versioned, _ => new Lazy<Task<object>>(() => Task.Run(() => ReadAsync(versioned, read), CancellationToken.None)));
        return (T)await reading.Value.WaitAsync(cancellationToken);
    }

    /// <summary>Cached answers, and those being read, are not used again; eviction removes them.</summary>
    public void Invalidate() => Interlocked.Increment(ref _changes);

    public void Dispose() => _cached.Dispose();

    private async Task<object> ReadAsync<T>(VersionedKey key, Func<CancellationToken, Task<T>> read)
        where T : class
    {
        try
        {
            var answer = await read(CancellationToken.None);
            var until = time.GetTimestamp() + (long)(options.Value.TimeToLive.TotalSeconds * time.TimestampFrequency);
            _cached.Set(key, new CachedAnswer(answer, until), new MemoryCacheEntryOptions { Size = 1 });
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
