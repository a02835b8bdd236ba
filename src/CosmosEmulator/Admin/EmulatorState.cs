using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Admin;

/// <summary>The containers with their documents and throughput, and the calls since the last reset of the counters.</summary>
/// <param name="ManagementCalls">By status; each is counted as a call for metadata.</param>
/// <param name="RefusedCalls">Calls that were not authorized, by status; each is counted as a call for metadata.</param>
internal sealed record EmulatorState(
    DateTimeOffset Time,
    IReadOnlyDictionary<string, long> ManagementCalls,
    IReadOnlyDictionary<string, long> RefusedCalls,
    IReadOnlyList<ContainerState> Containers)
{
    public static EmulatorState Read(Account account, long sinceSecond, TimeProvider time) => new(
        time.GetUtcNow(),
        account.ManagementCalls.Snapshot(CallKind.Metadata),
        account.RefusedCalls.Snapshot(CallKind.Metadata),
        [.. account.Containers.Select(container => ContainerState.Read(container, sinceSecond))]);
}

/// <param name="Throughput">Under autoscale the maximum.</param>
/// <param name="SharesThroughput">Whether it uses the throughput of its database.</param>
internal sealed record ContainerState(
    string Database,
    string Id,
    string PartitionKeyPath,
    int Throughput,
    bool SharesThroughput,
    long Documents,
    long DocumentBytes,
    long IndexBytes,
    double RequestUnits,
    CallCounts Calls,
    IReadOnlyList<PartitionState> Partitions,
    IReadOnlyList<TopKeyState> TopKeys,
    bool TopKeysAreExact)
{
    private const int ShownKeys = 20;

    public static ContainerState Read(Container container, long sinceSecond)
    {
        var partitions = container.Partitions.Select(partition => PartitionState.Read(partition, sinceSecond)).ToArray();
        var size = container.Size;
        return new ContainerState(
            container.Database.Id,
            container.Id,
            string.Join(", ", container.Definition.PartitionKeyPaths),
            container.Throughput.RequestUnitsPerSecond,
            container.Offer is null,
            size.Documents,
            size.DocumentBytes,
            size.IndexBytes,
            CosmosEmulator.Throughput.RequestUnits.From(partitions.Sum(partition => partition.RequestUnits)).Value,
            CallCounts.Read(container.Calls),
            partitions,
            [.. container.TopKeys.Largest(ShownKeys).Select(usage => TopKeyState.Read(usage, container))],
            container.TopKeys.IsExact);
    }
}

/// <summary>The number of calls by HTTP status. Data are item requests and query pages, including throttled ones.</summary>
internal sealed record CallCounts(
    IReadOnlyDictionary<string, long> Data, IReadOnlyDictionary<string, long> Plan, IReadOnlyDictionary<string, long> Metadata)
{
    public static CallCounts Read(CallCounter calls) =>
        new(calls.Snapshot(CallKind.Data), calls.Snapshot(CallKind.Plan), calls.Snapshot(CallKind.Metadata));
}

/// <summary>What a logical partition key used. Calls without a key, such as cross-partition queries, are not counted.</summary>
internal sealed record TopKeyState(string Key, string PartitionId, double RequestUnits, long Calls, long Throttled)
{
    public static TopKeyState Read(KeyUsage usage, Container container) => new(
        usage.Key.ToText(),
        container.Partitions.Find(usage.Key.Hash).Id,
        usage.RequestUnits.Value,
        usage.Calls,
        usage.Throttled);
}

internal sealed record PartitionState(
    string Id,
    string MinInclusive,
    string MaxExclusive,
    long Documents,
    double RequestUnits,
    long Calls,
    long Throttled,
    long Errors,
    double BudgetPerSecond,
    IReadOnlyList<SecondSnapshot> Seconds)
{
    public static PartitionState Read(Partition partition, long sinceSecond)
    {
        var usage = partition.Throttle.Snapshot(sinceSecond);
        return new PartitionState(
            partition.Id,
            partition.Range.Min.ToHex(),
            partition.Range.Max.ToHex(),
            partition.Documents.Count,
            usage.RequestUnits,
            usage.Calls,
            usage.Throttled,
            usage.Errors,
            Math.Round(usage.BudgetPerSecond, 2),
            usage.Seconds);
    }
}
