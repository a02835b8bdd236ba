using System.Diagnostics.Metrics;

namespace DroneDelivery.Gateway.Usage;

/// <summary>
/// The metrics of usage: requests by key and status class, counted at each flush even if the store cannot be written. Only a
/// limited number of keys have their own time series.
/// </summary>
internal sealed class UsageMeter
{
    public const string Name = "DroneDelivery.Gateway.Usage";

    /// <summary>
    /// The maximum number of keys with their own time series. All other keys are counted as <see cref="UsageNames.Other"/>.
    /// </summary>
    public const int MaxKeys = 20;

    private readonly Counter<long> _requests;
    private readonly HashSet<string> _keys = [];

    private long _waiting;

    public UsageMeter(IMeterFactory factory)
    {
        var meter = factory.Create(Name);
        _requests = meter.CreateCounter<long>("gateway.usage.requests", "{request}", "Requests of the API by key.");
        meter.CreateObservableGauge(
            "gateway.usage.waiting", () => Waiting, "{request}", "Requests whose usage could not be written yet.");
    }

    public long Waiting
    {
        get => Volatile.Read(ref _waiting);
        set => Volatile.Write(ref _waiting, value);
    }

    /// <summary>
    /// Counts the requests of a flush. Keys get their own time series in the order in which they first occur, and within one
    /// flush in descending order of requests. Not safe for concurrent use.
    /// </summary>
    public void Add(IReadOnlyDictionary<UsageKey, UsageFigures> rows)
    {
        if (!_requests.Enabled)
        {
            return;
        }

        var byKey = rows.GroupBy(row => row.Key.Key)
            .OrderByDescending(key => key.Sum(row => row.Value.Requests))
            .ThenBy(key => key.Key, StringComparer.Ordinal);
        foreach (var key in byKey)
        {
            AddKey(NameOf(key.Key), key);
        }
    }

    private void AddKey(string name, IEnumerable<KeyValuePair<UsageKey, UsageFigures>> rows)
    {
        foreach (var row in rows.GroupBy(row => row.Key.Status / 100, row => row.Value.Requests))
        {
            _requests.Add(row.Sum(), new("key", name), new("status", $"{row.Key}xx"));
        }
    }

    private string NameOf(string key)
    {
        if (_keys.Count < MaxKeys)
        {
            _keys.Add(key);
        }

        return _keys.Contains(key) ? key : UsageNames.Other;
    }
}
