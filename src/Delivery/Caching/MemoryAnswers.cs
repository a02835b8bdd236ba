using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Caching;

/// <summary>Answers in the memory of this process. An invalidation of another process has no effect on them.</summary>
internal sealed class MemoryAnswers(IOptions<AnswerCacheOptions> options, TimeProvider time) : IAnswerStore, IDisposable
{
    private readonly MemoryCache _cached = new(new MemoryCacheOptions { SizeLimit = options.Value.MaxMegabytes * 1024L * 1024 });
    private long _changes;

    /// <summary>The number of cached answers.</summary>
    public int Count => _cached.Count;

    public ValueTask<FoundAnswer<T>?> FindAsync<T>(object key, CancellationToken cancellationToken)
        where T : class
    {
        var changes = Volatile.Read(ref _changes);
        var isFresh = _cached.TryGetValue((key, changes), out CachedAnswer? cached) && time.GetTimestamp() < cached!.Until;
        return new(new FoundAnswer<T>(changes, isFresh ? (T)cached!.Answer : null));
    }

    public void Set<T>(object key, long changes, T answer, long bytes)
        where T : class
    {
        var until = time.GetTimestamp() + (long)(options.Value.TimeToLive.TotalSeconds * time.TimestampFrequency);
        _cached.Set((key, changes), new CachedAnswer(answer, until), new MemoryCacheEntryOptions
        {
            // Only releases memory, by MemoryCache's own clock; Until decides whether an answer is used.
            AbsoluteExpirationRelativeToNow = options.Value.TimeToLive,
            Size = bytes,
        });
    }

    /// <summary>Removes all answers. Those of reads that began earlier stay until they expire, and are not found.</summary>
    public ValueTask InvalidateAsync()
    {
        Interlocked.Increment(ref _changes);
        _cached.Clear();
        return ValueTask.CompletedTask;
    }

    public void Dispose() => _cached.Dispose();

    private sealed record CachedAnswer(object Answer, long Until);
}
