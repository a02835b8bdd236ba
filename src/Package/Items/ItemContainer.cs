using DroneDelivery.ServiceDefaults.Cosmos;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Items;

/// <summary>Creates the database and the container if they are missing, before the service listens.</summary>
internal sealed class ItemContainer(IServiceProvider services, IOptions<ItemOptions> options) : IHostedService
{
    private readonly ItemOptions _options = options.Value;

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (_options.Calls == ItemOptions.Off)
        {
            return;
        }

        var client = services.GetRequiredService<CosmosClient>();
        try
        {
            Database database = await client.CreateDatabaseIfNotExistsAsync(
                _options.Database, cancellationToken: cancellationToken);
            await database.CreateContainerIfNotExistsAsync(
                new ContainerProperties(_options.Container, "/ownerId"), cancellationToken: cancellationToken);
        }
        catch (Exception exception) when (exception is CosmosException or HttpRequestException)
        {
            // Reported like any invalid setting: one line, and the process stops.
            var reason = exception.Message.ReplaceLineEndings(" ");
            throw new OptionsValidationException(
                CosmosOptions.Section, typeof(CosmosOptions), [$"Cosmos DB at {client.Endpoint} (--cosmos) failed: {reason}"]);
        }
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
