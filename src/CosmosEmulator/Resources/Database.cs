using System.Collections.Concurrent;
using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Resources;

internal sealed class Database
{
    private readonly ConcurrentDictionary<string, Container> _containers = new(StringComparer.Ordinal);
    private readonly long _createdAt;

    /// <param name="throughput">For its containers to share; null for none.</param>
    /// <param name="partitionCount">The number of physical partitions that the throughput is spread over.</param>
    public Database(string id, int number, TimeProvider time, ProvisionedThroughput? throughput = null, int partitionCount = 1)
    {
        (Id, Number, RidBytes) = (id, number, ResourceIds.Database(number));
        _createdAt = time.GetUtcNow().ToUnixTimeSeconds();
        SharedThroughput = throughput is { } shared ? new SharedThroughput(this, shared, partitionCount, time) : null;
    }

    public string Id { get; }

    /// <summary>Grows with each database and container of the account.</summary>
    public int Number { get; }

    public byte[] RidBytes { get; }

    public string Rid => ResourceIds.ToText(RidBytes);

    public string Link => $"dbs/{Rid}/";

    public string ETag => ETags.ForResource(version: 1, Number);

    /// <summary>What its containers without throughput of their own share; null if each has its own.</summary>
    public SharedThroughput? SharedThroughput { get; }

    /// <summary>Whether no further container may share its throughput.</summary>
    public bool HasMostSharingContainers => SharedThroughput is not null
        && _containers.Values.Count(container => container.Offer is null) >= SharedThroughput.MaxContainers;

    public IEnumerable<Container> Containers => _containers.Values.OrderBy(container => container.Id, StringComparer.Ordinal);

    /// <summary>By name or, as the SDK asks for partition key ranges, by RID.</summary>
    public Container? FindContainer(string nameOrRid) =>
        _containers.TryGetValue(nameOrRid, out var container)
            ? container
            : _containers.Values.FirstOrDefault(other => other.Rid == nameOrRid);

    public bool TryAdd(Container container) => _containers.TryAdd(container.Id, container);

    /// <summary>Puts the container in the place of the one with its name; true when there was none.</summary>
    public bool Put(Container container)
    {
        if (TryAdd(container))
        {
            return true;
        }

        _containers[container.Id] = container;
        return false;
    }

    public bool Remove(Container container) => _containers.TryRemove(KeyValuePair.Create(container.Id, container));

    public JsonObject ToJson() => new()
    {
        ["id"] = Id,
        ["_rid"] = Rid,
        ["_self"] = Link,
        ["_etag"] = ETag,
        ["_colls"] = "colls/",
        ["_users"] = "users/",
        ["_ts"] = _createdAt,
    };
}
