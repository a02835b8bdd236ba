using System.Collections.Concurrent;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>All databases, and the numbers that RIDs are made from.</summary>
/// <param name="defaultPartitionCount">
/// The physical partitions of a new container or database; null for as many as its throughput needs.
/// </param>
internal sealed class Account(int? defaultPartitionCount, TimeProvider time)
{
    private readonly ConcurrentDictionary<string, Database> _databases = new(StringComparer.Ordinal);
    private readonly Lock _containerGate = new();

    // By names, and kept when a container is deleted: a client may still send the ids of its ranges.
    private readonly Dictionary<(string Database, string Container), PartitionLayout> _lastLayouts = [];
    private int _lastNumber;

    /// <summary>Counts the calls that manage the account, refused or not.</summary>
    public CallCounter ManagementCalls { get; } = new();

    /// <summary>Counts the calls that were refused by their authorization.</summary>
    public CallCounter RefusedCalls { get; } = new();

    public IEnumerable<Database> Databases => _databases.Values.OrderBy(database => database.Id, StringComparer.Ordinal);

    public IEnumerable<Container> Containers => Databases.SelectMany(database => database.Containers);

    /// <summary>The offers of databases, and those of containers with their container.</summary>
    public IEnumerable<(Offer Offer, Container? Container)> Offers
    {
        get
        {
            foreach (var database in Databases)
            {
                if (database.SharedThroughput is { } shared)
                {
                    yield return (shared.Offer, null);
                }

                foreach (var container in database.Containers)
                {
                    if (container.Offer is { } own)
                    {
                        yield return (own, container);
                    }
                }
            }
        }
    }

    public Database? FindDatabase(string nameOrRid) =>
        _databases.TryGetValue(nameOrRid, out var database)
            ? database
            : _databases.Values.FirstOrDefault(other => other.Rid == nameOrRid);

    public Container? FindContainer(ResourcePath path) => FindDatabase(path.Database)?.FindContainer(path.Container);

    /// <summary>Null when there is one with that name.</summary>
    /// <param name="throughput">For its containers to share; null for none.</param>
    public Database? CreateDatabase(string id, ProvisionedThroughput? throughput)
    {
        var partitionCount = defaultPartitionCount ?? throughput?.InitialSharedPartitions ?? 1;
        var database = new Database(id, NextNumber(), time, throughput, partitionCount);
        return _databases.TryAdd(id, database) ? database : null;
    }

    public bool RemoveDatabase(Database database) => _databases.TryRemove(KeyValuePair.Create(database.Id, database));

    /// <summary>Null when there is one with that name, and when too many share the throughput of the database.</summary>
    /// <param name="throughput">Null to share that of the database, or for the default.</param>
    public Container? CreateContainer(
        Database database, ContainerDefinition definition, ProvisionedThroughput? throughput, out bool areTooMany)
    {
        lock (_containerGate)
        {
            areTooMany = throughput is null && database.HasMostSharingContainers;
            if (areTooMany)
            {
                return null;
            }

            var container = NewContainerNeedsLock(database, definition, partitionCount: null, throughput);
            if (!database.TryAdd(container))
            {
                return null;
            }

            KeepLayoutNeedsLock(container);
            return container;
        }
    }

    /// <summary>Creates or empties a container, and its database when it is missing; true when the container is new.</summary>
    /// <param name="throughput">As of <see cref="CreateContainer"/>.</param>
    public bool PutContainer(
        string databaseId, ContainerDefinition definition, int? partitionCount, ProvisionedThroughput? throughput)
    {
        var database = _databases.GetOrAdd(databaseId, id => new Database(id, NextNumber(), time));
        lock (_containerGate)
        {
            var container = NewContainerNeedsLock(database, definition, partitionCount, throughput);
            KeepLayoutNeedsLock(container);
            return database.Put(container);
        }
    }

    private Container NewContainerNeedsLock(
        Database database, ContainerDefinition definition, int? partitionCount, ProvisionedThroughput? throughput)
    {
        if (database.SharedThroughput is null)
        {
            throughput ??= ProvisionedThroughput.Default;
        }

        var count = partitionCount ?? defaultPartitionCount
            ?? throughput?.InitialPartitions ?? database.SharedThroughput!.PartitionCount;
        var layout = _lastLayouts.TryGetValue((database.Id, definition.Id), out var last)
            ? last.Next(count)
            : new PartitionLayout(count);
        return new Container(database, definition, NextNumber(), layout, throughput, time);
    }

    private void KeepLayoutNeedsLock(Container container) =>
        _lastLayouts[(container.Database.Id, container.Id)] = container.Layout;

    private int NextNumber() => Interlocked.Increment(ref _lastNumber);
}
