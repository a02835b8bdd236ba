namespace DroneDelivery.Gateway.Caching;

/// <summary>What is kept under a key: an answer, or the word that there is none to keep, so that nobody waits for one.</summary>
internal sealed class CacheEntry
{
    // The object, its times and links, and its place in the dictionary.
    private const int BytesBesides = 256;

    private long _nextRefreshAt;
    private long _servedStaleUntil;

    /// <summary>For how long a request goes past the cache when the last answer was not to be kept.</summary>
    public static TimeSpan NotStoredTime { get; } = TimeSpan.FromSeconds(10);

    /// <summary>For how long an old answer is given without asking when a newer one could not be had.</summary>
    public static TimeSpan StaleAfterFailure { get; } = TimeSpan.FromSeconds(5);

    public required string Key { get; init; }

    /// <summary>Null where requests are to go past the cache until <see cref="FreshUntil"/>.</summary>
    public required CachedAnswer? Answer { get; init; }

    /// <summary><see cref="CacheTags.Changes"/> when it was asked for.</summary>
    public required long AskedAt { get; init; }

    /// <summary>When it came. This and the times below are by <see cref="TimeProvider.GetTimestamp"/>.</summary>
    public required long MadeAt { get; init; }

    /// <summary>Until then it is given without a word to the backend.</summary>
    public required long FreshUntil { get; init; }

    /// <summary>From <see cref="FreshUntil"/> until then it is given while a newer one is asked for.</summary>
    public long ServedStaleUntil
    {
        get => Volatile.Read(ref _servedStaleUntil);
        init => _servedStaleUntil = value;
    }

    /// <summary>From then on it is not given any more; before, it is better than a failure.</summary>
    public long KeptUntil { get; init; }

    public long Bytes => BytesBesides + (2L * Key.Length) + (Answer?.Bytes ?? 0);

    /// <summary>Asked for since the store last looked.</summary>
    public bool WasVisited { get; set; }

    /// <summary>Neighbours in the order of coming; only the store touches them, in its lock.</summary>
    public CacheEntry? Newer { get; set; }

    public CacheEntry? Older { get; set; }

    /// <summary>True for one caller, who is to refresh it, and then for nobody until <paramref name="next"/>.</summary>
    public bool TryTakeRefresh(long now, long next)
    {
        var before = Volatile.Read(ref _nextRefreshAt);
        return now >= before && Interlocked.CompareExchange(ref _nextRefreshAt, next, before) == before;
    }

    /// <summary>There is no newer one to be had: this one is given at once for a while, lest everybody waits to fail.</summary>
    public void ServeStaleUntil(long time) => Volatile.Write(ref _servedStaleUntil, Math.Min(time, KeptUntil));
}
