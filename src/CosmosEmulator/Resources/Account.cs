using System.Collections.Concurrent;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>All databases, and the numbers that RIDs are made from.</summary>
internal sealed class Account(int defaultPartitionCount, TimeProvider time)
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

    public Database? FindDatabase(string nameOrRid) =>
        _databases.TryGetValue(nameOrRid, out var database)
            ? database
            : _databases.Values.FirstOrDefault(other => other.Rid == nameOrRid);

    public Container? FindContainer(ResourcePath path) => FindDatabase(path.Database)?.FindContainer(path.Container);

    /// <summary>Null when there is one with that name.</summary>
    public Database? CreateDatabase(string id)
    {
        var database = new Database(id, NextNumber(), time);
        return _databases.TryAdd(id, database) ? database : null;
    }

    public bool RemoveDatabase(Database database) => _databases.TryRemove(KeyValuePair.Create(database.Id, database));

    /// <summary>Null when there is one with that name.</summary>
    public Container? CreateContainer(Database database, ContainerDefinition definition, int throughput)
    {
        lock (_containerGate)
        {
            var container = NewContainerNeedsLock(database, definition, defaultPartitionCount, throughput);
            if (!database.TryAdd(container))
            {
                return null;
            }

            KeepLayoutNeedsLock(container);
            return container;
        }
    }

    /// <summary>Creates or empties a container, and its database when it is missing; true when the container is new.</summary>
    public bool PutContainer(string databaseId, ContainerDefinition definition, int? partitionCount, int throughput)
    {
        var database = _databases.GetOrAdd(databaseId, id => new Database(id, NextNumber(), time));
        lock (_containerGate)
        {
            var container = NewContainerNeedsLock(database, definition, partitionCount ?? defaultPartitionCount, throughput);
            KeepLayoutNeedsLock(container);
            return database.Put(container);
        }
    }

    private Container NewContainerNeedsLock(Database database, ContainerDefinition definition, int partitionCount, int throughput)
    {
        var layout = _lastLayouts.TryGetValue((database.Id, definition.Id), out var last)
            ? last.Next(partitionCount)
            : new PartitionLayout(partitionCount);
        return new Container(database, definition, NextNumber(), layout, throughput, time);
    }

    private void KeepLayoutNeedsLock(Container container) =>
        _lastLayouts[(container.Database.Id, container.Id)] = container.Layout;

    private int NextNumber() => Interlocked.Increment(ref _lastNumber);
}
