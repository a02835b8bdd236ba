using System.Net;
using System.Runtime.CompilerServices;
using DroneDelivery.Delivery.Containers;
using DroneDelivery.Delivery.Reports;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Deliveries;

/// <summary>The deliveries in Cosmos DB.</summary>
internal sealed class DeliveryStore(CosmosClient client, IOptions<DeliveryOptions> options)
{
    private readonly DeliveryOptions _options = options.Value;
    private readonly Container _container = client.GetContainer(options.Value.Database, options.Value.DeliveryContainer);

    /// <summary>
    /// Adds up an owner's month: the call under study. In the container partitioned by owner one partition answers; in the other
    /// each partition has to be asked, and <see cref="DeliveryOptions.MaxConcurrency"/> says how many at once.
    /// </summary>
    public async Task<Utilization> GetUtilizationAsync(OwnerMonth asked, CancellationToken cancellationToken)
    {
        var flights = ReadMonthAsync<Flight>(asked, cancellationToken);
        return await flights.AggregateAsync(Utilization.None(asked), (sum, flight) => sum.Plus(flight), cancellationToken);
    }

    /// <summary>An owner's deliveries of a month, by id; asked for as <see cref="GetUtilizationAsync"/> asks.</summary>
    public async Task<IReadOnlyList<Delivery>> ListAsync(OwnerMonth asked, CancellationToken cancellationToken) =>
        await ReadMonthAsync<Delivery>(asked, cancellationToken)
            .OrderBy(delivery => delivery.DeliveryId, StringComparer.Ordinal)
            .ToListAsync(cancellationToken);

    /// <summary>All flights of a month, from every partition.</summary>
    public async Task<IReadOnlyList<ReportedFlight>> ListFlightsAsync(ReportedMonth asked, CancellationToken cancellationToken)
    {
        var query = new QueryDefinition(
            "SELECT c.deliveryId, c.ownerId, c.droneId, c.status, c.milesTraveled, c.hoursAssigned "
            + "FROM c WHERE c.year = @year AND c.month = @month")
            .WithParameter("@year", asked.Year)
            .WithParameter("@month", asked.Month);
        return await ReadAllAsync<ReportedFlight>(query, partitionKey: null, cancellationToken).ToListAsync(cancellationToken);
    }

    /// <summary>
    /// Finds one delivery: a point read where the partition key is known, which in the container partitioned by owner takes the
    /// owner. Without it the id is looked for in every partition.
    /// </summary>
    public async Task<Delivery?> FindAsync(string deliveryId, string? ownerId, CancellationToken cancellationToken)
    {
        var partitionKey = _options.IsByOwner ? ownerId : deliveryId;
        var delivery = partitionKey is null
            ? await FindInAnyPartitionAsync(deliveryId, cancellationToken)
            : await ReadAsync(deliveryId, partitionKey, cancellationToken);
        return ownerId is null || delivery?.OwnerId == ownerId ? delivery : null;
    }

    private IAsyncEnumerable<T> ReadMonthAsync<T>(OwnerMonth asked, CancellationToken cancellationToken)
    {
        var query = new QueryDefinition("SELECT * FROM c WHERE c.ownerId = @ownerId AND c.year = @year AND c.month = @month")
            .WithParameter("@ownerId", asked.OwnerId)
            .WithParameter("@year", asked.Year)
            .WithParameter("@month", asked.Month);
        return ReadAllAsync<T>(query, _options.IsByOwner ? new PartitionKey(asked.OwnerId) : null, cancellationToken);
    }

    private async Task<Delivery?> ReadAsync(string deliveryId, string partitionKey, CancellationToken cancellationToken)
    {
        try
        {
            return await _container.ReadItemAsync<Delivery>(
                deliveryId, new PartitionKey(partitionKey), cancellationToken: cancellationToken);
        }
        catch (CosmosException exception) when (exception is { StatusCode: HttpStatusCode.NotFound, SubStatusCode: 0 })
        {
            // Another sub-status says that the container is missing, not the document.
            return null;
        }
    }

    private async Task<Delivery?> FindInAnyPartitionAsync(string deliveryId, CancellationToken cancellationToken)
    {
        var query = new QueryDefinition("SELECT * FROM c WHERE c.id = @id").WithParameter("@id", deliveryId);
        return await ReadAllAsync<Delivery>(query, partitionKey: null, cancellationToken).FirstOrDefaultAsync(cancellationToken);
    }

    private async IAsyncEnumerable<T> ReadAllAsync<T>(
        QueryDefinition query, PartitionKey? partitionKey, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var requestOptions = new QueryRequestOptions { MaxConcurrency = _options.MaxConcurrency, PartitionKey = partitionKey };
        using var pages = _container.GetItemQueryIterator<T>(query, requestOptions: requestOptions);
        // An empty page is no end: each partition gives at least one.
        while (pages.HasMoreResults)
        {
            foreach (var item in await pages.ReadNextAsync(cancellationToken))
            {
                yield return item;
            }
        }
    }
}
