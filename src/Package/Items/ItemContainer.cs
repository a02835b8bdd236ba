using DroneDelivery.ServiceDefaults.Cosmos;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Items;

/// <summary>Creates the database and the container if they are missing, before the service listens.</summary>
internal sealed class ItemContainer(IServiceProvider services, IOptions<ItemOptions> options) : IHostedService
{
    private readonly ItemOptions _options = options.Value;

    // Without items the service uses no database, so that no client is created.
    public Task StartAsync(CancellationToken cancellationToken) => _options.Calls == ItemOptions.Off
        ? Task.CompletedTask
        : services.GetRequiredService<CosmosStart>().RunAsync(SetUpAsync, cancellationToken);

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private async Task SetUpAsync(CancellationToken cancellationToken)
    {
        Database database = await services.GetRequiredService<CosmosClient>().CreateDatabaseIfNotExistsAsync(
            _options.Database, cancellationToken: cancellationToken);
        await database.CreateContainerIfNotExistsAsync(
            new ContainerProperties(_options.Container, "/ownerId"), cancellationToken: cancellationToken);
    }
}
