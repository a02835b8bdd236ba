namespace DroneDelivery.Gateway.Caching;

/// <summary>
/// The cache entry of a key: a response, or a marker that the response cannot be stored, so that requests bypass the cache.
/// </summary>
internal sealed class CacheEntry : SieveEntry
{
    // The approximate size of the object, its fields and its slot in the dictionary, in bytes.
    private const int OverheadBytes = 256;

    private long _nextRefreshAt;
    private long _servedStaleUntil;

    /// <summary>How long requests bypass the cache after a response that cannot be stored.</summary>
    public static TimeSpan NotStoredTime { get; } = TimeSpan.FromSeconds(10);

    /// <summary>How long a stale response is served without waiting for the backend after a refresh has failed.</summary>
    public static TimeSpan StaleAfterFailure { get; } = TimeSpan.FromSeconds(5);

    /// <summary>The stored response; null if requests bypass the cache until <see cref="FreshUntil"/>.</summary>
    public required CachedAnswer? Answer { get; init; }

    /// <summary>The value of <see cref="CacheTags.Changes"/> when the response was requested.</summary>
    public required long AskedAt { get; init; }

    /// <summary>
    /// When the response was received. This time and the times below are <see cref="TimeProvider.GetTimestamp"/> values.
    /// </summary>
    public required long MadeAt { get; init; }

    /// <summary>Until this time the response is served without a request to the backend.</summary>
    public required long FreshUntil { get; init; }

    /// <summary>
    /// From <see cref="FreshUntil"/> until this time the response is served while it is refreshed in the background.
    /// </summary>
    public long ServedStaleUntil
    {
        get => Volatile.Read(ref _servedStaleUntil);
        init => _servedStaleUntil = value;
    }

    /// <summary>Until this time the response is served instead of a failure.</summary>
    public long KeptUntil { get; init; }

    public override long Bytes => OverheadBytes + (2L * Key.Length) + (Answer?.Bytes ?? 0);

    /// <summary>
    /// Returns true to one caller, which must refresh the entry, and then false to all callers until <paramref name="next"/>.
    /// </summary>
    public bool TryTakeRefresh(long now, long next)
    {
        var before = Volatile.Read(ref _nextRefreshAt);
        return now >= before && Interlocked.CompareExchange(ref _nextRefreshAt, next, before) == before;
    }

    /// <summary>
    /// Extends <see cref="ServedStaleUntil"/> after a failed refresh, but not beyond <see cref="KeptUntil"/>, so that requests do
    /// not each wait for another failure.
    /// </summary>
    public void ServeStaleUntil(long time) =>
        Volatile.Write(ref _servedStaleUntil, Math.Max(ServedStaleUntil, Math.Min(time, KeptUntil)));
}
