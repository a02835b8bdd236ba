using System.Buffers;
using DroneDelivery.SampleData;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.DroneDatabase.Account;

/// <summary>Fills the containers of any Cosmos DB account through the SDK, by upserts, so that it can be repeated.</summary>
/// <param name="creates">Whether it creates containers that are missing. With an identity Cosmos DB refuses that.</param>
public sealed class CosmosSeeder(CosmosClient client, bool creates, Action<string> say)
{
    private const int WritesAtOnce = 64;
    private const int ProgressEvery = 20_000;

    internal static CosmosClientOptions ClientOptions => new()
    {
        ConnectionMode = ConnectionMode.Gateway,
        LimitToEndpoint = true,
        GatewayModeMaxConnectionLimit = WritesAtOnce,
        MaxRetryAttemptsOnRateLimitedRequests = 30,
        MaxRetryWaitTimeOnRateLimitedRequests = TimeSpan.FromMinutes(2),
    };

    /// <summary>What the containers cost that it creates, and the commands that lower their throughput.</summary>
    public static string DescribeCost(CosmosClient client)
    {
        var commands = new AccountThroughput(client, new AzureCli("az"), TimeProvider.System).CommandsToLower;
        var cost = AccountThroughput.DollarsAnHour(AccountThroughput.SumAtCreation);
        return $"""
            Containers that do not exist are created with {AccountThroughput.SumAtCreation:N0} RU/s in all: {cost} dollars an hour
            (list price, region East US, 2025), also if this is stopped. tuning --cosmos lowers it at its end, or run
            {string.Join(Environment.NewLine, commands)}
            """;
    }

    public async Task SeedAsync(World world, CancellationToken cancellationToken)
    {
        if (creates && !client.Endpoint.IsLoopback)
        {
            say(DescribeCost(client));
        }

        Database database = creates
            ? await client.CreateDatabaseIfNotExistsAsync(DroneContainers.Database, cancellationToken: cancellationToken)
            : client.GetDatabase(DroneContainers.Database);
        await FillAsync(DroneContainers.ByDeliveryId, world.Deliveries(), DeliveryDocuments.WriteTo, each => each.DeliveryId);
        await FillAsync(DroneContainers.ByOwnerId, world.Deliveries(), DeliveryDocuments.WriteTo, each => each.OwnerId);
        await FillAsync(DroneContainers.Summaries, world.Summaries(), SummaryDocuments.WriteTo, each => each.OwnerId);

        async Task FillAsync<T>(
            DroneContainer definition, IEnumerable<T> items, Action<IBufferWriter<byte>, T> write, Func<T, string> keyOf)
        {
            Container container = creates
                ? await database.CreateContainerIfNotExistsAsync(
                    definition.Id, definition.PartitionKeyPath, definition.Throughput, cancellationToken: cancellationToken)
                : database.GetContainer(definition.Id);
            var written = 0;
            var options = new ParallelOptions { MaxDegreeOfParallelism = WritesAtOnce, CancellationToken = cancellationToken };
            await Parallel.ForEachAsync(items, options, async (item, token) =>
            {
                var buffer = new ArrayBufferWriter<byte>();
                write(buffer, item);
                using var body = new MemoryStream(buffer.WrittenSpan.ToArray());
                using var response = await container.UpsertItemStreamAsync(body, new(keyOf(item)), cancellationToken: token);
                response.EnsureSuccessStatusCode();
                var count = Interlocked.Increment(ref written);
                if (count % ProgressEvery == 0)
                {
                    say($"  {definition.Id}: {count:N0} documents");
                }
            });
            say($"{definition.Id}: {written:N0} documents");
        }
    }
}
