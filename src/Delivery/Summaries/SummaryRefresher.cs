using DroneDelivery.Delivery.Storage;
using DroneDelivery.ServiceDefaults.Cosmos;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>
/// Reads all summaries, and the deliveries that clients created, at start and periodically; with a shorter period while there are
/// no summaries.
/// </summary>
internal sealed class SummaryRefresher(
    CosmosClient client,
    CosmosStart start,
    DeliveryStore deliveries,
    DeliverySummaries summaries,
    IOptions<DeliveryOptions> containers,
    IOptions<SummaryOptions> options,
    TimeProvider time,
    ILogger<SummaryRefresher> logger) : BackgroundService
{
    private readonly Container _container = client.GetContainer(containers.Value.Database, containers.Value.SummaryContainer);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        await start.Completed.WaitAsync(stoppingToken);
        while (true)
        {
            var found = await TryRefreshAsync(stoppingToken);
            await Task.Delay(found ? options.Value.RefreshEvery : options.Value.RetryEvery, time, stoppingToken);
        }
    }

    private async Task<bool> TryRefreshAsync(CancellationToken cancellationToken)
    {
        try
        {
            summaries.BeginRead();
            var read = await ReadAllAsync(cancellationToken);
            if (read.Count == 0 && summaries.Count > 0)
            {
                // The container is being filled again.
                Log.NoSummariesWereFound(logger, client.Endpoint, summaries.Count);
                return false;
            }

            summaries.EndRead(read, await deliveries.ListCreatedAsync(cancellationToken));
            Log.SummariesWereRead(logger, summaries.Count);
            return summaries.Count > 0;
        }
        catch (Exception exception) when (!IsStop(exception, cancellationToken))
        {
            // Any failure, such as a document of another schema: the earlier summaries stay in use.
            Log.SummariesWereNotRead(logger, client.Endpoint, exception);
            return false;
        }
    }

    private static bool IsStop(Exception exception, CancellationToken cancellationToken) =>
        exception is OperationCanceledException && cancellationToken.IsCancellationRequested;

    private async Task<List<OwnerSummary>> ReadAllAsync(CancellationToken cancellationToken)
    {
        var all = new List<OwnerSummary>();
        using var pages = _container.GetItemQueryIterator<OwnerSummary>(
            "SELECT * FROM c", requestOptions: new QueryRequestOptions { MaxConcurrency = -1 });
        while (pages.HasMoreResults)
        {
            all.AddRange(await pages.ReadNextAsync(cancellationToken));
        }

        return all;
    }
}
