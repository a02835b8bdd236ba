using DroneDelivery.ServiceDefaults.Cosmos;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Storage;

/// <summary>
/// Creates the database and its containers if they are missing, and sets the configured throughput, before the service listens.
/// </summary>
internal sealed class ContainerSetup(
    CosmosClient client, CosmosStart start, IOptions<DeliveryOptions> options, ILogger<ContainerSetup> logger) : IHostedService
{
    private readonly DeliveryOptions _options = options.Value;

    public Task StartAsync(CancellationToken cancellationToken) => start.RunAsync(SetUpAsync, cancellationToken);

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private async Task SetUpAsync(CancellationToken cancellationToken)
    {
        Database database = await client.CreateDatabaseIfNotExistsAsync(_options.Database, cancellationToken: cancellationToken);
        var deliveries = new ContainerProperties(_options.DeliveryContainer, $"/{_options.PartitionKey}");
        Container container = await database.CreateContainerIfNotExistsAsync(
            deliveries, _options.Throughput, cancellationToken: cancellationToken);
        await database.CreateContainerIfNotExistsAsync(
            new ContainerProperties(_options.SummaryContainer, "/ownerId"), cancellationToken: cancellationToken);

        if (_options.Throughput is { } throughput)
        {
            await container.ReplaceThroughputAsync(throughput, cancellationToken: cancellationToken);
            Log.ThroughputWasSet(logger, _options.DeliveryContainer, throughput);
        }
    }
}
