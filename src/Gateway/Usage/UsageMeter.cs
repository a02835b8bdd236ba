using System.Diagnostics.Metrics;

namespace DroneDelivery.Gateway.Usage;

/// <summary>
/// Requests by key and class of status, counted at each flush, whether the store can be written or not. Only some keys have a
/// series of their own.
/// </summary>
internal sealed class UsageMeter
{
    public const string Name = "DroneDelivery.Gateway.Usage";

    /// <summary>Keys beyond these are counted together under <see cref="UsageNames.Other"/>.</summary>
    public const int MostKeys = 20;

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

    /// <summary>Series are given to keys as they come, to the busiest first. Not to be called by two at a time.</summary>
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
        if (_keys.Count < MostKeys)
        {
            _keys.Add(key);
        }

        return _keys.Contains(key) ? key : UsageNames.Other;
    }
}
