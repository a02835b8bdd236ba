using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>A container: its definition, its partitions, its throughput and its counters.</summary>
internal sealed class Container
{
    private readonly long _createdAt;
    private readonly Lock _throughputGate = new();
    private ContainerDefinition _definition;
    private int _version = 1;

    public Container(
        Database database, ContainerDefinition definition, int number, PartitionLayout layout, int throughput, TimeProvider time)
    {
        Database = database;
        RidBytes = ResourceIds.Container(database.RidBytes, number);
        Rid = ResourceIds.ToText(RidBytes);
        EscapedPath = $"dbs/{Uri.EscapeDataString(database.Id)}/colls/{Uri.EscapeDataString(definition.Id)}";
        Layout = layout;
        Link = $"{database.Link}colls/{Rid}/";
        _definition = definition;
        _createdAt = time.GetUtcNow().ToUnixTimeSeconds();
        Reader = new DocumentReader(definition.PartitionKeyPath);
        Partitions = MakePartitions(layout, new DocumentStamp(RidBytes, Link, time), time);
        Offer = new Offer(ResourceIds.Offer(number), Rid, Link, time);
        SetThroughput(throughput);
    }

    public Database Database { get; }

    public string Id => _definition.Id;

    public string Rid { get; }

    public byte[] RidBytes { get; }

    /// <summary>By RIDs.</summary>
    public string Link { get; }

    /// <summary>By names, safe to stand in a header.</summary>
    public string EscapedPath { get; }

    public string ETag => $"\"{_version:x8}-0000-0000-0000-000000000001\"";

    public ContainerDefinition Definition => Volatile.Read(ref _definition);

    public DocumentReader Reader { get; }

    public CallCounter Calls { get; } = new();

    public TopKeys TopKeys { get; } = new();

    public Offer Offer { get; }

    public PartitionLayout Layout { get; }

    /// <summary>In the order of their ranges.</summary>
    public IReadOnlyList<Partition> Partitions { get; }

    public Partition PartitionOf(EffectivePartitionKey key)
    {
        var low = 0;
        var high = Partitions.Count - 1;
        while (low < high)
        {
            var middle = (low + high + 1) / 2;
            (low, high) = key.CompareTo(Partitions[middle].Range.Min) >= 0 ? (middle, high) : (low, middle - 1);
        }

        return Partitions[low];
    }

    public Partition? FindPartition(string id)
    {
        foreach (var partition in Partitions)
        {
            if (partition.Id == id)
            {
                return partition;
            }
        }

        return null;
    }

    /// <summary>Shared evenly by the partitions; takes effect at once.</summary>
    public void SetThroughput(int requestUnitsPerSecond)
    {
        // Under one lock, so that two changes at once leave the offer and all partitions with the same one.
        lock (_throughputGate)
        {
            Offer.Throughput = requestUnitsPerSecond;
            foreach (var partition in Partitions)
            {
                partition.Throttle.SetBudget((double)requestUnitsPerSecond / Partitions.Count);
            }
        }
    }

    public void ResetCounters()
    {
        Calls.Reset();
        TopKeys.Reset();
        foreach (var partition in Partitions)
        {
            partition.Throttle.ResetCounters();
        }
    }

    /// <summary>Takes a definition over; the partition key cannot change.</summary>
    public void Redefine(ContainerDefinition definition)
    {
        Volatile.Write(ref _definition, definition);
        Interlocked.Increment(ref _version);
    }

    public JsonObject ToJson()
    {
        var json = (JsonObject)JsonNode.Parse(Definition.Json)!;
        json["_rid"] = Rid;
        json["_self"] = Link;
        json["_etag"] = ETag;
        json["_ts"] = _createdAt;
        json["_docs"] = "docs/";
        json["_sprocs"] = "sprocs/";
        json["_triggers"] = "triggers/";
        json["_udfs"] = "udfs/";
        json["_conflicts"] = "conflicts/";
        return json;
    }

    private static Partition[] MakePartitions(PartitionLayout layout, DocumentStamp stamp, TimeProvider time)
    {
        var ranges = EpkRange.Split(layout.Count);
        var partitions = new Partition[layout.Count];
        for (var i = 0; i < partitions.Length; i++)
        {
            var id = $"{layout.FirstId + i}";
            partitions[i] = new Partition(id, ranges[i], new DocumentStore(stamp), new PartitionThrottle(time));
        }

        return partitions;
    }
}
