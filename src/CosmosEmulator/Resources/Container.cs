using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Throughput;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>A container: its definition, its partitions, its throughput and its counters.</summary>
internal sealed class Container
{
    private readonly long _createdAt;
    private readonly Lock _throughputGate = new();
    private readonly Lock _definitionGate = new();
    private readonly DocumentStamp _stamp;
    private readonly TimeProvider _time;
    private ContainerDefinition _definition;
    private PartitionMap _partitions;
    private int _version = 1;

    /// <param name="throughput">Null to share that of the database.</param>
    public Container(
        Database database,
        ContainerDefinition definition,
        int number,
        PartitionLayout layout,
        ProvisionedThroughput? throughput,
        TimeProvider time)
    {
        (Database, Number) = (database, number);
        RidBytes = ResourceIds.Container(database.RidBytes, number);
        Rid = ResourceIds.ToText(RidBytes);
        EscapedPath = $"dbs/{Uri.EscapeDataString(database.Id)}/colls/{Uri.EscapeDataString(definition.Id)}";
        Layout = layout;
        Link = $"{database.Link}colls/{Rid}/";
        _definition = definition;
        _createdAt = time.GetUtcNow().ToUnixTimeSeconds();
        _stamp = new DocumentStamp(RidBytes, Link, time, definition.PartitionKeyPaths.Count);
        _time = time;
        Offer = throughput is { } own ? new Offer(number, Rid, Link, own, SetBudgets, time) : null;
        _partitions = PartitionMap.Create(layout, CreatePartition);
        SetBudgets(_partitions);
        RecentUsage = new RecentUsage(this, time);
    }

    public Database Database { get; }

    /// <summary>Grows with each database and container of the account.</summary>
    public int Number { get; }

    public string Id => _definition.Id;

    public string Rid { get; }

    public byte[] RidBytes { get; }

    /// <summary>By RIDs.</summary>
    public string Link { get; }

    /// <summary>By names, safe to stand in a header.</summary>
    public string EscapedPath { get; }

    public string ETag => ETags.ForResource(_version, Number);

    public ContainerDefinition Definition => Volatile.Read(ref _definition);

    public DocumentReader Reader => Definition.Reader;

    public CallCounter Calls { get; } = new();

    public TopKeys TopKeys { get; } = new();

    /// <summary>The throughput of its own; null if it shares that of its database.</summary>
    public Offer? Offer { get; }

    /// <summary>The throughput that its partitions use.</summary>
    public ProvisionedThroughput Throughput => (Offer ?? Database.SharedThroughput!.Offer).Throughput;

    public RecentUsage RecentUsage { get; }

    public PartitionLayout Layout { get; }

    /// <summary>The current map.</summary>
    public PartitionMap Partitions => Volatile.Read(ref _partitions);

    /// <summary>The number of documents, their bytes as JSON, and the bytes of the indexes.</summary>
    public (long Documents, long DocumentBytes, long IndexBytes) Size
    {
        get
        {
            var (documents, documentBytes, indexBytes) = (0L, 0L, 0L);
            foreach (var partition in Partitions)
            {
                var size = partition.Documents.Size;
                documents += partition.Documents.Count;
                documentBytes += size.Documents;
                indexBytes += size.Indexes;
            }

            return (documents, documentBytes, indexBytes);
        }
    }

    /// <summary>Puts partitions with parts of its range in the place of one. Its documents move to them as they are.</summary>
    public void ReplacePartition(Partition old, params IReadOnlyList<EpkRange> ranges)
    {
        lock (_throughputGate)
        {
            var (documents, lastWrite) = (old.Documents.Retire(), old.Documents.LastWrite);
            var map = Partitions.Replace(old, ranges, CreatePartition);
            foreach (var partition in map.Where(partition => partition.Parents.Contains(old.Id)))
            {
                partition.Documents.Load(documents.Where(document => partition.Range.Contains(document.Key)), lastWrite);
            }

            SetBudgets(map);
            Volatile.Write(ref _partitions, map);
        }
    }

    /// <summary>Adds or replaces a document in the partition of its key.</summary>
    public async ValueTask<WriteResult> UpsertAsync(DocumentDraft draft)
    {
        while (true)
        {
            try
            {
                return (await Partitions.Find(draft.Key).Documents.CommitAsync(Write.Upsert(draft)))[0];
            }
            catch (PartitionMovedException)
            {
                WaitForPartitions();
            }
        }
    }

    /// <summary>Waits until a map is complete that replaces a partition, after <see cref="PartitionMovedException"/>.</summary>
    public void WaitForPartitions()
    {
        lock (_throughputGate)
        {
        }
    }

    /// <summary>Charges an operation to its partition, and counts it for its partition key.</summary>
    /// <param name="key">The key that the client named; null for none.</param>
    /// <param name="status">That of the operation. The throttle has counted one that it turned away.</param>
    public void Charge(Partition partition, LogicalKey? key, int status, RequestUnits charge)
    {
        var isThrottled = status == CosmosStatus.TooManyRequests;
        if (!isThrottled)
        {
            partition.Throttle.Charge(charge, status >= CosmosStatus.InternalServerError);
        }

        if (key is { } named)
        {
            TopKeys.Count(named, charge, isThrottled);
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

    /// <summary>Changes the definition, whose partition key and unique keys are the same; false if the ETag is another one.</summary>
    public bool TryRedefine(ContainerDefinition definition, string? ifMatch)
    {
        lock (_definitionGate)
        {
            if (!ETags.Allow(ifMatch, ETag))
            {
                return false;
            }

            // No partition is replaced meanwhile: all have the same time to live.
            lock (_throughputGate)
            {
                Volatile.Write(ref _definition, definition);
                foreach (var partition in Partitions)
                {
                    partition.Documents.SetTimeToLive(definition.DefaultTimeToLive);
                }
            }

            Interlocked.Increment(ref _version);
            return true;
        }
    }

    public JsonObject ToJson()
    {
        ContainerDefinition definition;
        string etag;
        lock (_definitionGate)
        {
            (definition, etag) = (_definition, ETag);
        }

        var json = (JsonObject)JsonNode.Parse(definition.Json)!;
        json["_rid"] = Rid;
        json["_self"] = Link;
        json["_etag"] = etag;
        json["_ts"] = _createdAt;
        json["_docs"] = "docs/";
        json["_sprocs"] = "sprocs/";
        json["_triggers"] = "triggers/";
        json["_udfs"] = "udfs/";
        json["_conflicts"] = "conflicts/";
        return json;
    }

    private void SetBudgets()
    {
        lock (_throughputGate)
        {
            SetBudgets(Partitions);
        }
    }

    /// <summary>Spreads its own throughput evenly over the partitions. A shared one has its budgets already.</summary>
    private void SetBudgets(PartitionMap partitions)
    {
        if (Offer is null)
        {
            return;
        }

        foreach (var partition in partitions)
        {
            partition.Throttle.SetBudget((double)Offer.Throughput.RequestUnitsPerSecond / partitions.Count);
        }
    }

    private Partition CreatePartition(string id, EpkRange range, IReadOnlyList<string> parents)
    {
        var budget = Offer is null ? Database.SharedThroughput!.FindBudget(range) : new RequestUnitBudget(_time);
        var documents = new DocumentStore(_stamp, Definition.UniqueKeys, Definition.DefaultTimeToLive);
        return new(id, range, parents, documents, new PartitionThrottle(budget));
    }
}
