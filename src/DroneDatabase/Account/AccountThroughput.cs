using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using DroneDelivery.SampleData;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.DroneDatabase.Account;

/// <summary>The RU/s of the containers, which are what the account costs.</summary>
public sealed class AccountThroughput(CosmosClient client, AzureCli cli, TimeProvider time)
{
    // A list price of 2025 for pay as you go, region East US, as in docs/deploy.md.
    private const double DollarsAnHourFor100 = 0.008;

    private static readonly TimeSpan SetLimit = TimeSpan.FromMinutes(3);
    private static readonly TimeSpan RetryInterval = TimeSpan.FromSeconds(4);

    private readonly ConcurrentDictionary<string, int> _asked = [];

    private string Name => client.Endpoint.Host.Split('.')[0];

    private string Filter => $"[?name=='{Name}'].resourceGroup";

    /// <summary>The price of so many RU/s for an hour, in US dollars.</summary>
    public static string DollarsAnHour(int requestUnitsPerSecond) =>
        (requestUnitsPerSecond / 100 * DollarsAnHourFor100).ToString("0.00", CultureInfo.InvariantCulture);

    /// <summary>The RU/s of all containers directly after their creation.</summary>
    public static int SumAtCreation => DroneContainers.All.Sum(each => each.Throughput);

    /// <summary>The RU/s of all containers while one with deliveries has so many; 0: while all have their minimum.</summary>
    public static int Sum(int requestUnitsPerSecond) => DroneContainers.All.Sum(each => each.MinThroughput)
        + Math.Max(0, requestUnitsPerSecond - DroneContainers.ByDeliveryId.MinThroughput);

    /// <summary>Only reads.</summary>
    /// <exception cref="ExpectedException">A container is missing, or has another number of physical partitions.</exception>
    public async Task CheckPartitionsAsync(CancellationToken cancellationToken)
    {
        foreach (var container in DroneContainers.All)
        {
            var count = await CountPartitionsAsync(container.Id, cancellationToken);
            if (container.Partitions > 1 && count != container.Partitions)
            {
                throw new ExpectedException(
                    $"{container.Id} has {count} physical partitions instead of {container.Partitions}. Nothing was changed. "
                    + "Partitions come with the throughput at creation: delete the container, and create it with seed, or with "
                    + "deploy/azure/up.");
            }
        }
    }

    /// <summary>The RU/s of all containers at this moment; null if they cannot be read, as with an identity.</summary>
    public async Task<int?> ReadSumAsync(CancellationToken cancellationToken)
    {
        try
        {
            var each = await Task.WhenAll(DroneContainers.All.Select(container =>
                client.GetContainer(DroneContainers.Database, container.Id).ReadThroughputAsync(cancellationToken)));
            return each.Contains(null) ? null : each.Sum();
        }
        catch (Exception exception) when (AccountConnection.IsFailure(exception))
        {
            return null;
        }
    }

    /// <summary>One container gets so many RU/s, and the others their minimum.</summary>
    /// <exception cref="ExpectedException">Cosmos DB and the Azure CLI refused it, or there was no answer in time.</exception>
    public async Task SetAsync(string container, int requestUnitsPerSecond, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(SetLimit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            // The sum may be limited, so the others are first.
            foreach (var each in DroneContainers.All.OrderBy(each => each.Id == container))
            {
                await ChangeAsync(each.Id, each.Id == container ? requestUnitsPerSecond : each.MinThroughput, either.Token);
            }
        }
        catch (OperationCanceledException exception) when (!cancellationToken.IsCancellationRequested)
        {
            throw new ExpectedException(
                $"The throughput was not changed within {SetLimit.TotalMinutes:0} minutes. Command: "
                + CommandFor(container, requestUnitsPerSecond),
                exception);
        }
    }

    /// <summary>Lowers all containers to their minimum, and tries again after a failure until the token is cancelled.</summary>
    /// <returns>For each that could not be lowered: why, what it costs, and the command that lowers it.</returns>
    public async Task<IReadOnlyList<string>> LowerAsync(CancellationToken cancellationToken)
    {
        var faults = await Task.WhenAll(DroneContainers.All.Select(container => LowerAsync(container, cancellationToken)));
        return [.. faults.OfType<string>()];
    }

    /// <summary>The commands that lower all containers to their minimum.</summary>
    public IReadOnlyList<string> CommandsToLower =>
        [.. DroneContainers.All.Select(each => $"  {CommandFor(each.Id, each.MinThroughput)}")];

    /// <summary>The command that changes the throughput of a container, for bash and PowerShell.</summary>
    public string CommandFor(string container, int requestUnitsPerSecond)
    {
        var group = $"$(az {string.Join(' ', GroupQuery($"\"{Filter}\""))})";
        return $"az {string.Join(' ', Arguments(group, container, requestUnitsPerSecond))}";
    }

    private async Task<string?> LowerAsync(DroneContainer container, CancellationToken cancellationToken)
    {
        var cost = _asked.TryGetValue(container.Id, out var known)
            ? $"{known:N0} RU/s remain to be paid, {DollarsAnHour(known)} dollars an hour"
            : "the RU/s that it has remain to be paid";
        var reason = "there was no answer in time.";
        do
        {
            try
            {
                await ChangeAsync(container.Id, container.MinThroughput, cancellationToken);
                return null;
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                // The time is over. The reason is that of the try before.
            }
            catch (Exception exception)
            {
                // Of any type: the other containers, their commands and the results must not be lost.
                reason = exception.Message;
            }

            await Task.Delay(RetryInterval, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        while (!cancellationToken.IsCancellationRequested);
        return $"{container.Id} was not lowered: {cost}, until you run{Environment.NewLine}"
            + $"  {CommandFor(container.Id, container.MinThroughput)}{Environment.NewLine}  {reason}";
    }

    private static string[] GroupQuery(string filter) => ["cosmosdb", "list", "--query", filter, "--output", "tsv"];

    private string[] Arguments(string group, string container, int requestUnitsPerSecond) =>
    [
        "cosmosdb", "sql", "container", "throughput", "update", "--account-name", Name, "--resource-group", group,
        "--database-name", DroneContainers.Database, "--name", container,
        "--throughput", requestUnitsPerSecond.ToString(CultureInfo.InvariantCulture),
    ];

    private async Task<int> CountPartitionsAsync(string container, CancellationToken cancellationToken)
    {
        try
        {
            return (await client.GetContainer(DroneContainers.Database, container).GetFeedRangesAsync(cancellationToken)).Count;
        }
        catch (CosmosException missing) when (missing.StatusCode == HttpStatusCode.NotFound)
        {
            throw new ExpectedException(
                $"{client.Endpoint} has no container {container}. Nothing was changed. seed creates it.", missing);
        }
        catch (Exception exception) when (AccountConnection.IsFailure(exception))
        {
            throw new ExpectedException($"The partitions of {container} could not be counted: {exception.Message}", exception);
        }
    }

    private async Task ChangeAsync(string container, int requestUnitsPerSecond, CancellationToken cancellationToken)
    {
        // After a failure it is not known, so the next change is sent in any case.
        if (_asked.TryRemove(container, out var known) && known == requestUnitsPerSecond)
        {
            _asked[container] = known;
            return;
        }

        try
        {
            await client.GetContainer(DroneContainers.Database, container)
                .ReplaceThroughputAsync(requestUnitsPerSecond, cancellationToken: cancellationToken);
        }
        catch (CosmosException refusal) when (refusal.StatusCode == HttpStatusCode.Forbidden)
        {
            await ChangeByCliAsync(container, requestUnitsPerSecond, refusal, cancellationToken);
        }
        catch (Exception exception) when (AccountConnection.IsFailure(exception))
        {
            throw new ExpectedException($"The throughput of {container} could not be changed: {exception.Message}", exception);
        }

        _asked[container] = requestUnitsPerSecond;
    }

    /// <summary>Roles of the data plane allow data only. The management plane takes the person's own rights.</summary>
    private async Task ChangeByCliAsync(
        string container, int requestUnitsPerSecond, CosmosException refusal, CancellationToken cancellationToken)
    {
        try
        {
            var group = await cli.RunAsync(GroupQuery(Filter), cancellationToken);
            if (group.Length == 0)
            {
                throw new ExpectedException("az has another subscription selected: az account set --subscription ...");
            }

            await cli.RunAsync(Arguments(group, container, requestUnitsPerSecond), cancellationToken);
        }
        catch (ExpectedException fault)
        {
            throw new ExpectedException(
                $"Cosmos DB does not let this identity change the throughput of {container} (403/{refusal.SubStatusCode}): that "
                + $"needs the right of Azure's management plane, and {fault.Message} Command: "
                + CommandFor(container, requestUnitsPerSecond),
                fault);
        }
    }
}
