using System.Net;
using Microsoft.Azure.Cosmos;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults.Cosmos;

/// <summary>Checks the containers that a service needs, or creates them. A container that exists is used as it is.</summary>
internal static class ContainerSetup
{
    // The minimum that Cosmos DB allows. An account with a limit on its total throughput refuses a container without a value.
    private const int DefaultThroughput = 400;

    /// <summary>The reason why the containers cannot be used, such as one that is missing; null if they can. It only reads.</summary>
    public static async Task<string?> FindFaultAsync(
        CosmosClient client, IReadOnlyList<RequiredContainer> containers, CancellationToken cancellationToken)
    {
        var faults = new List<string>();
        foreach (var required in containers)
        {
            var existing = await FindAsync(client, required, cancellationToken);
            var fault = existing is null
                ? $"has no container {required} with the partition key {required.PartitionKeyPath}"
                : FindFault(required, existing);
            faults.AddRange(fault is null ? [] : [fault]);
        }

        return faults.Count == 0 ? null : string.Join(", ", faults);
    }

    /// <summary>Creates what is missing and sets throughput. It may run several times.</summary>
    /// <returns>The reason why a container that exists cannot be used; null if all can.</returns>
    public static async Task<string?> CreateAsync(
        CosmosClient client, IReadOnlyList<RequiredContainer> containers, ILogger logger, CancellationToken cancellationToken)
    {
        foreach (var required in containers)
        {
            var existing = await FindAsync(client, required, cancellationToken);
            if (existing is not null && FindFault(required, existing) is { } fault)
            {
                return fault;
            }

            if (existing is null)
            {
                await CreateAsync(client, required, cancellationToken);
            }

            if (required.Throughput is { } throughput)
            {
                await client.GetContainer(required.Database, required.Id)
                    .ReplaceThroughputAsync(throughput, cancellationToken: cancellationToken);
                Log.ThroughputWasSet(logger, required.Id, throughput);
            }
        }

        return null;
    }

    private static async Task<ContainerProperties?> FindAsync(
        CosmosClient client, RequiredContainer required, CancellationToken cancellationToken)
    {
        try
        {
            return await client.GetContainer(required.Database, required.Id)
                .ReadContainerAsync(cancellationToken: cancellationToken);
        }
        catch (CosmosException exception) when (exception.StatusCode == HttpStatusCode.NotFound)
        {
            return null;
        }
    }

    private static string? FindFault(RequiredContainer required, ContainerProperties existing)
    {
        var path = string.Join(", ", existing.PartitionKeyPaths);
        return path == required.PartitionKeyPath
            ? null
            : $"has a container {required} with the partition key {path} instead of {required.PartitionKeyPath}";
    }

    private static async Task CreateAsync(CosmosClient client, RequiredContainer required, CancellationToken cancellationToken)
    {
        Database database = await client.CreateDatabaseIfNotExistsAsync(required.Database, cancellationToken: cancellationToken);
        var container = new ContainerProperties(required.Id, required.PartitionKeyPath);
        try
        {
            await database.CreateContainerIfNotExistsAsync(
                container, required.Throughput ?? DefaultThroughput, cancellationToken: cancellationToken);
        }
        catch (CosmosException refusal) when (required.Throughput is null && IsServerless(refusal))
        {
            await database.CreateContainerIfNotExistsAsync(container, cancellationToken: cancellationToken);
        }
    }

    // A serverless account refuses any value, and says so in words only.
    private static bool IsServerless(CosmosException refusal) =>
        refusal.StatusCode == HttpStatusCode.BadRequest
        && refusal.ResponseBody.Contains("serverless", StringComparison.OrdinalIgnoreCase);
}
