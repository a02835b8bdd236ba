using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>The throughput of a container or a database as the protocol shows it.</summary>
/// <param name="number">The number of the container or database, which the RID and the link belong to.</param>
/// <param name="setBudgets">Is called after each change, and not for two at once.</param>
internal sealed class Offer(
    int number, string resourceRid, string resourceLink, ProvisionedThroughput throughput, Action setBudgets, TimeProvider time)
{
    private readonly Lock _gate = new();
    private Setting _setting = new(throughput, throughput.RequestUnitsPerSecond, 1, time.GetUtcNow().ToUnixTimeSeconds());

    public int Number => number;

    public string Rid => ResourceIds.Offer(number);

    public string ETag => FindETag(Current);

    public ProvisionedThroughput Throughput => Current.Throughput;

    /// <summary>The least that the throughput can be changed to.</summary>
    public int MinThroughput => Throughput.FindMin(HighestEver);

    /// <summary>The highest request units per second that it ever had.</summary>
    public int HighestEver => Current.HighestEver;

    private Setting Current => Volatile.Read(ref _setting);

    /// <summary>Takes effect at once. False if the ETag is another one.</summary>
    public bool TryReplace(ProvisionedThroughput next, string? ifMatch)
    {
        // Under one lock, so that two changes at once leave the offer and all budgets with the same one.
        lock (_gate)
        {
            if (!ETags.Allow(ifMatch, ETag))
            {
                return false;
            }

            var (_, highestEver, version, _) = _setting;
            var changed = new Setting(
                next, Math.Max(highestEver, next.RequestUnitsPerSecond), version + 1, time.GetUtcNow().ToUnixTimeSeconds());
            Volatile.Write(ref _setting, changed);
            setBudgets();
            return true;
        }
    }

    public JsonObject ToJson()
    {
        var setting = Current;
        return new()
        {
            ["resource"] = resourceLink,
            ["offerType"] = "Invalid",
            ["offerResourceId"] = resourceRid,
            ["offerVersion"] = "V2",
            ["content"] = setting.Throughput.ToJson(),
            ["id"] = Rid,
            ["_rid"] = Rid,
            ["_self"] = $"offers/{Rid}/",
            ["_etag"] = FindETag(setting),
            ["_ts"] = setting.ChangedAt,
        };
    }

    private string FindETag(Setting setting) => ETags.ForResource(setting.Version, number);

    /// <param name="ChangedAt">In seconds of the Unix clock.</param>
    private sealed record Setting(ProvisionedThroughput Throughput, int HighestEver, int Version, long ChangedAt);
}
