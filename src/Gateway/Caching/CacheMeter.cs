using System.Diagnostics.Metrics;

namespace DroneDelivery.Gateway.Caching;

/// <summary>The metrics of the cache: requests by result, refreshes, memory, entries, evictions, and those of its folder.</summary>
internal sealed class CacheMeter
{
    public const string Name = "DroneDelivery.Gateway.Caching";

    private readonly Counter<long> _requests;
    private readonly Counter<long> _refreshes;

    public CacheMeter(IMeterFactory factory, CacheStore store, CacheFolder? folder = null)
    {
        var meter = factory.Create(Name);
        _requests = meter.CreateCounter<long>(
            "gateway.cache.requests", "{request}", "Requests to routes with cached answers, by result: hit, stale, miss, passed.");
        _refreshes = meter.CreateCounter<long>(
            "gateway.cache.refreshes", "{request}", "Requests that the cache sent to the backends.");
        meter.CreateObservableUpDownCounter("gateway.cache.size", () => store.Bytes, "By", "Memory that cached responses take.");
        meter.CreateObservableUpDownCounter(
            "gateway.cache.filling", () => store.Reserved, "By", "Memory that responses being received take.");
        meter.CreateObservableUpDownCounter("gateway.cache.entries", () => store.Count, "{entry}", "Cached responses.");
        meter.CreateObservableCounter("gateway.cache.evictions", () => store.Evicted, "{entry}", "Responses evicted to free memory.");
        if (folder is not null)
        {
            meter.CreateObservableUpDownCounter(
                "gateway.cache.disk.size", () => folder.Bytes, "By", "Disk space that cached responses take.");
            meter.CreateObservableCounter(
                "gateway.cache.disk.reads", () => folder.ReadCount, "{entry}", "Responses that were read from disk into memory.");
            meter.CreateObservableCounter(
                "gateway.cache.disk.evictions", () => folder.Evicted, "{entry}", "Responses evicted to free disk space.");
        }
    }

    /// <param name="result"><c>hit</c>, <c>stale</c>, <c>miss</c> or <c>passed</c>.</param>
    public void Count(string result) => _requests.Add(1, new KeyValuePair<string, object?>("result", result));

    public void CountRefresh() => _refreshes.Add(1);
}
