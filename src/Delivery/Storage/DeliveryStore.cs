using System.Net;
using System.Runtime.CompilerServices;
using System.Text;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Storage;

/// <summary>The deliveries in Cosmos DB.</summary>
internal sealed class DeliveryStore(CosmosClient client, IOptions<DeliveryOptions> options)
{
    private const int MaxIdBytes = 1_023;

    private readonly DeliveryOptions _options = options.Value;
    private readonly Container _container = client.GetContainer(options.Value.Database, options.Value.DeliveryContainer);

    /// <summary>
    /// Reads the flights of an owner's month: the query under study. In the container partitioned by owner one partition answers
    /// it; in the other each partition is queried, <see cref="DeliveryOptions.MaxConcurrency"/> of them at a time.
    /// </summary>
    public IAsyncEnumerable<Flight> ReadFlightsAsync(OwnerMonth month, CancellationToken cancellationToken) =>
        _options.FaultRowReads > 0
            ? ReadFlightByFlightAsync(month, cancellationToken)
            : ReadMonthAsync<Flight>(month, cancellationToken);

    /// <summary>An owner's deliveries of a month, by id; the same query as that of <see cref="ReadFlightsAsync"/>.</summary>
    public async Task<IReadOnlyList<Delivery>> ListAsync(OwnerMonth month, CancellationToken cancellationToken) =>
        await ReadMonthAsync<Delivery>(month, cancellationToken)
            .OrderBy(delivery => delivery.DeliveryId, StringComparer.Ordinal)
            .ToListAsync(cancellationToken);

    /// <summary>All flights of a month, from every partition.</summary>
    public async Task<IReadOnlyList<ReportedFlight>> ListFlightsAsync(ReportedMonth month, CancellationToken cancellationToken)
    {
        var query = new QueryDefinition(
            "SELECT c.deliveryId, c.ownerId, c.droneId, c.status, c.milesTraveled, c.hoursAssigned "
            + "FROM c WHERE c.year = @year AND c.month = @month")
            .WithParameter("@year", month.Year)
            .WithParameter("@month", month.Month);
        return await ReadAllAsync<ReportedFlight>(query, partitionKey: null, _options.MaxConcurrency, cancellationToken)
            .ToListAsync(cancellationToken);
    }

    /// <summary>The counted part of all deliveries that clients created. The cost grows with their number.</summary>
    public async Task<List<CountedDelivery>> ListCreatedAsync(CancellationToken cancellationToken)
    {
        var query = new QueryDefinition(
            "SELECT c.deliveryId, c.ownerId, c.year, c.month, c.status FROM c WHERE c.origin = @origin")
            .WithParameter("@origin", DeliveryOrigin.Request);
        // Serial, since it runs in the background: requests can use the partitions meanwhile.
        return await ReadAllAsync<CountedDelivery>(query, partitionKey: null, maxConcurrency: 0, cancellationToken)
            .ToListAsync(cancellationToken);
    }

    /// <summary>
    /// Finds one delivery: by a point read if the partition key is known, which in the container partitioned by owner is the
    /// owner's id. Otherwise a query searches every partition for the id.
    /// </summary>
    public async Task<Delivery?> FindAsync(string deliveryId, string? ownerId, CancellationToken cancellationToken)
    {
        if (!CanBeId(deliveryId) || (ownerId is not null && !OwnerIdFormat.IsValid(ownerId)))
        {
            return null;
        }

        var partitionKey = _options.IsByOwner ? ownerId : deliveryId;
        var delivery = partitionKey is null
            ? await FindInAnyPartitionAsync(deliveryId, cancellationToken)
            : await ReadAsync(deliveryId, partitionKey, cancellationToken);
        return ownerId is null || delivery?.OwnerId == ownerId ? delivery : null;
    }

    // Cosmos DB allows none of these in an id, which is a segment of the document's address: the SDK would read another address.
    // The SDK does not escape a per cent sign, so that Cosmos DB unescapes what follows it.
    private static bool CanBeId(string id) => id.AsSpan().IndexOfAny("/\\?#%") < 0 && !id.EndsWith(' ') && !id.Any(char.IsControl)
        && Encoding.UTF8.GetByteCount(id) <= MaxIdBytes;

    private IAsyncEnumerable<T> ReadMonthAsync<T>(OwnerMonth month, CancellationToken cancellationToken)
    {
        var query = new QueryDefinition("SELECT * FROM c WHERE c.ownerId = @ownerId AND c.year = @year AND c.month = @month")
            .WithParameter("@ownerId", month.OwnerId)
            .WithParameter("@year", month.Year)
            .WithParameter("@month", month.Month);
        PartitionKey? partitionKey = _options.IsByOwner ? new PartitionKey(month.OwnerId) : null;
        return ReadAllAsync<T>(query, partitionKey, _options.MaxConcurrency, cancellationToken);
    }

    /// <summary>The injected fault: reads the deliveries that the query found again, one call for each.</summary>
    private async IAsyncEnumerable<Flight> ReadFlightByFlightAsync(
        OwnerMonth month, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        foreach (var (number, found) in (await ListAsync(month, cancellationToken)).Index())
        {
            var delivery = number < _options.FaultRowReads
                ? await FindAsync(found.DeliveryId, found.OwnerId, cancellationToken) ?? found
                : found;
            yield return new Flight(delivery.MilesTraveled, delivery.HoursAssigned);
        }
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
            // With another sub-status the container is missing, not the document.
            return null;
        }
    }

    private async Task<Delivery?> FindInAnyPartitionAsync(string deliveryId, CancellationToken cancellationToken)
    {
        var query = new QueryDefinition("SELECT * FROM c WHERE c.id = @id").WithParameter("@id", deliveryId);
        return await ReadAllAsync<Delivery>(query, partitionKey: null, _options.MaxConcurrency, cancellationToken)
            .FirstOrDefaultAsync(cancellationToken);
    }

    private async IAsyncEnumerable<T> ReadAllAsync<T>(
        QueryDefinition query,
        PartitionKey? partitionKey,
        int maxConcurrency,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var requestOptions = new QueryRequestOptions { MaxConcurrency = maxConcurrency, PartitionKey = partitionKey };
        using var pages = _container.GetItemQueryIterator<T>(query, requestOptions: requestOptions);
        // An empty page is not the end: each partition returns at least one page.
        while (pages.HasMoreResults)
        {
            foreach (var item in await pages.ReadNextAsync(cancellationToken))
            {
                yield return item;
            }
        }
    }
}
