using System.Collections.Concurrent;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>All databases, and the numbers that RIDs are made from.</summary>
internal sealed class Account(int defaultPartitionCount, TimeProvider time)
{
    private readonly ConcurrentDictionary<string, Database> _databases = new(StringComparer.Ordinal);
    private int _lastNumber;

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
        var container = NewContainer(database, definition, new PartitionLayout(defaultPartitionCount), throughput);
        return database.TryAdd(container) ? container : null;
    }

    /// <summary>Creates or empties a container, and its database when it is missing; true when the container is new.</summary>
    public bool PutContainer(string databaseId, ContainerDefinition definition, int? partitionCount, int throughput)
    {
        var database = _databases.GetOrAdd(databaseId, id => new Database(id, NextNumber(), time));
        var count = partitionCount ?? defaultPartitionCount;
        var layout = database.FindContainer(definition.Id)?.Layout.Next(count) ?? new PartitionLayout(count);
        return database.Put(NewContainer(database, definition, layout, throughput));
    }

    private Container NewContainer(Database database, ContainerDefinition definition, PartitionLayout layout, int throughput) =>
        new(database, definition, NextNumber(), layout, throughput, time);

    private int NextNumber() => Interlocked.Increment(ref _lastNumber);
}
