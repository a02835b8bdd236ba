using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Resources;

/// <summary>
/// The throughput of a database, which its containers without throughput of their own share. It is spread evenly over the
/// physical partitions of the database. Each of them has an equal part of the key space of every such container.
/// </summary>
internal sealed class SharedThroughput
{
    /// <summary>The most containers that share it.</summary>
    public const int MaxContainers = 25;

    private readonly PhysicalPartition[] _partitions;

    public SharedThroughput(Database database, ProvisionedThroughput throughput, int partitionCount, TimeProvider time)
    {
        _partitions = Array.ConvertAll(
            EpkRange.Split(partitionCount), range => new PhysicalPartition(range, new RequestUnitBudget(time)));
        Offer = new Offer(database.Number, database.Rid, database.Link, throughput, SetBudgets, time);
        SetBudgets();
    }

    public Offer Offer { get; }

    public int PartitionCount => _partitions.Length;

    /// <summary>The budget of the physical partition that has the middle of a range.</summary>
    public RequestUnitBudget FindBudget(EpkRange range)
    {
        var middle = new EffectivePartitionKey(range.Min.Value + ((range.Max.Value - range.Min.Value) / 2));
        return Array.Find(_partitions, partition => partition.Range.Contains(middle)).Budget;
    }

    private void SetBudgets()
    {
        foreach (var partition in _partitions)
        {
            partition.Budget.Set((double)Offer.Throughput.RequestUnitsPerSecond / _partitions.Length);
        }
    }

    private readonly record struct PhysicalPartition(EpkRange Range, RequestUnitBudget Budget);
}
