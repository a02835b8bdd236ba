using System.Net;
using DroneDelivery.ServiceDefaults.Cosmos;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Storage;

/// <summary>
/// Creates the database and its containers if they are missing, and sets the configured throughput, before the service listens.
/// The account may start at the same time, so one that does not respond yet is tried again.
/// </summary>
internal sealed class ContainerSetup(
    CosmosClient client, IOptions<DeliveryOptions> options, TimeProvider time, ILogger<ContainerSetup> logger) : IHostedService
{
    private static readonly TimeSpan RetryDelay = TimeSpan.FromSeconds(1);

    private readonly DeliveryOptions _options = options.Value;

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        while (await FindFailureAsync(cancellationToken) is { } failure)
        {
            if (!IsTransient(failure) || time.GetElapsedTime(start) + RetryDelay > _options.StartTimeout)
            {
                throw SetupError(failure);
            }

            Log.DatabaseWasUnavailable(logger, client.Endpoint);
            await Task.Delay(RetryDelay, time, cancellationToken);
        }
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private async Task<Exception?> FindFailureAsync(CancellationToken cancellationToken)
    {
        try
        {
            await SetUpAsync(cancellationToken);
            return null;
        }
        catch (Exception exception) when (exception is CosmosException or HttpRequestException)
        {
            return exception;
        }
    }

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

    private static bool IsTransient(Exception failure) => failure is HttpRequestException or CosmosException
    {
        StatusCode: HttpStatusCode.ServiceUnavailable or HttpStatusCode.RequestTimeout or HttpStatusCode.TooManyRequests
    };

    // Reported like any invalid setting: one line, and the process stops.
    private OptionsValidationException SetupError(Exception failure)
    {
        var reason = failure is CosmosException refused
            ? $"answered {(int)refused.StatusCode}: {InOneLine(refused.ResponseBody)}"
            : $"did not answer: {failure.Message}";
        return new OptionsValidationException(
            CosmosOptions.Section, typeof(CosmosOptions), [$"Cosmos DB at {client.Endpoint} (--cosmos) {reason}"]);
    }

    private static string InOneLine(string text) =>
        string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
