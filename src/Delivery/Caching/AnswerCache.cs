using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Caching;

/// <summary>
/// Caches answers of the database: the cache inside the service, which the caching lab compares with the gateway's cache.
/// Concurrent requests for one answer read it once (single-flight).
/// </summary>
internal sealed class AnswerCache
{
    public const string MeterName = "DroneDelivery.Delivery.Caching";

    private readonly AnswerCacheOptions _options;
    private readonly IAnswerStore _store;
    private readonly ConcurrentDictionary<(object Key, long Changes), Lazy<Task<object>>> _running = new();
    private readonly Counter<long> _requests;
    private readonly Counter<long> _refreshes;

    public AnswerCache(IOptions<AnswerCacheOptions> options, IAnswerStore store, IMeterFactory meters)
    {
        (_options, _store) = (options.Value, store);
        var meter = meters.Create(MeterName);
        _requests = meter.CreateCounter<long>(
            "delivery.cache.requests", "{request}", "Requests for cached answers, by result: hit, miss, passed.");
        _refreshes = meter.CreateCounter<long>(
            "delivery.cache.refreshes", "{read}", "Reads of the database by the cache.");
    }

    /// <summary>Whether answers are cached; a read then does not end when its client disconnects.</summary>
    public bool IsOn => _options.IsOn;

    /// <param name="key">Identifies the answer, by value.</param>
    /// <param name="read">Reads the answer from the database; not cancelled when a client disconnects, since others may
    /// wait.</param>
    /// <param name="estimateBytes">Estimates the memory of an answer; one that is larger than the limit is not cached.</param>
    public async Task<T> GetAsync<T>(
        object key, Func<CancellationToken, Task<T>> read, Func<T, long> estimateBytes, CancellationToken cancellationToken)
        where T : class
    {
        if (!_options.IsOn)
        {
            return await read(cancellationToken);
        }

        if (await _store.FindAsync<T>(key, cancellationToken) is not { } found)
        {
            // Without the number of changes a request could wait for a read from before a change.
            Count("passed");
            return await read(cancellationToken);
        }

        if (found.Answer is { } cached)
        {
            Count("hit");
            return cached;
        }

        Count("miss");
        var reading = _running.GetOrAdd(
            (key, found.Changes),
            id => new Lazy<Task<object>>(() =>
                Task.Run(() => ReadAsync(id, read, estimateBytes), CancellationToken.None)));
        return (T)await reading.Value.WaitAsync(cancellationToken);
    }

    /// <inheritdoc cref="IAnswerStore.InvalidateAsync"/>
    public ValueTask InvalidateAsync() => _options.IsOn ? _store.InvalidateAsync() : ValueTask.CompletedTask;

    private async Task<object> ReadAsync<T>(
        (object Key, long Changes) id, Func<CancellationToken, Task<T>> read, Func<T, long> estimateBytes)
        where T : class
    {
        _refreshes.Add(1);
        try
        {
            var answer = await read(CancellationToken.None);
            _store.Set(id.Key, id.Changes, answer, estimateBytes(answer));
            return answer;
        }
        finally
        {
            _running.TryRemove(id, out _);
        }
    }

    private void Count(string result) => _requests.Add(1, new KeyValuePair<string, object?>("result", result));
}
