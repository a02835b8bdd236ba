using System.Diagnostics.Metrics;

namespace DroneDelivery.Gateway.Caching;

/// <summary>The metrics of the cache: requests by result, memory, entries and evictions.</summary>
internal sealed class CacheMeter
{
    public const string Name = "DroneDelivery.Gateway.Caching";

    private readonly Counter<long> _requests;

    public CacheMeter(IMeterFactory factory, CacheStore store)
    {
        var meter = factory.Create(Name);
        _requests = meter.CreateCounter<long>(
            "gateway.cache.requests", "{request}", "Requests to routes with kept answers, by result: hit, stale, miss, passed.");
        meter.CreateObservableUpDownCounter("gateway.cache.size", () => store.Bytes, "By", "Memory that kept answers take.");
        meter.CreateObservableUpDownCounter(
            "gateway.cache.filling", () => store.Reserved, "By", "Memory that answers on their way take.");
        meter.CreateObservableUpDownCounter("gateway.cache.entries", () => store.Count, "{entry}", "Kept answers.");
        meter.CreateObservableCounter("gateway.cache.evictions", () => store.Evicted, "{entry}", "Answers that made room.");
    }

    public void Hit() => Count("hit");

    public void Stale() => Count("stale");

    public void Miss() => Count("miss");

    public void Passed() => Count("passed");

    private void Count(string result) => _requests.Add(1, new KeyValuePair<string, object?>("result", result));
}
