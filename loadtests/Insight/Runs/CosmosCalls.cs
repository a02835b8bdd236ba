namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>Calls to Cosmos DB with the same properties: those of a metric in one second, or the one of a span.</summary>
/// <param name="Second">From 0 at the start of the measured load.</param>
/// <param name="Status">The status; 0 for calls without an answer.</param>
/// <param name="Partition">Null if it is not known.</param>
internal sealed record CosmosCalls(int Second, string Status, string? Partition, double Calls, double RequestUnits)
{
    /// <summary>Whether they ask for a query plan, and not for data.</summary>
    public required bool IsPlan { get; init; }

    public required bool IsThrottled { get; init; }

    /// <summary>The container with the figures of its calls.</summary>
    /// <param name="budget">RU/s of each physical partition; 0 if it is not known.</param>
    /// <param name="scale">The number of calls for which each of <paramref name="calls"/> counts.</param>
    public static CosmosRecord Count(
        CosmosRecord container, IEnumerable<CosmosCalls> calls, double budget, double scale = 1)
    {
        var kinds = calls.ToLookup(call => call.IsPlan);
        return container with
        {
            DataCallsByStatus = ByStatus(kinds[false]),
            PlanCallsByStatus = ByStatus(kinds[true]),
            RequestUnits = RequestUnitsOf(kinds[false]),
            Partitions =
            [
                .. from call in kinds[false]
                   where call.Partition is not null
                   group call by call.Partition into partition
                   orderby partition.Key.Length, partition.Key
                   select new PartitionRecord(partition.Key, budget, Documents: 0, Seconds(partition)),
            ],
        };

        Dictionary<string, long> ByStatus(IEnumerable<CosmosCalls> all) => all.Where(call => call.Calls > 0)
            .GroupBy(call => call.Status).ToDictionary(status => status.Key, CallsOf);

        PartitionSecond[] Seconds(IEnumerable<CosmosCalls> partition) =>
        [
            .. from call in partition
               group call by call.Second into second
               orderby second.Key
               select new PartitionSecond(
                   second.Key, RequestUnitsOf(second), CallsOf(second), CallsOf(second.Where(call => call.IsThrottled))),
        ];

        long CallsOf(IEnumerable<CosmosCalls> some) => (long)Math.Round(some.Sum(call => call.Calls) * scale);

        double RequestUnitsOf(IEnumerable<CosmosCalls> some) => some.Sum(call => call.RequestUnits) * scale;
    }
}
