using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>A container that the SDK fills and reads.</summary>
internal sealed class SdkContainer
{
    // The clock stands still, so that a container has the budget of one second.
    private const int Throughput = 1_000_000;

    private readonly Container _container;
    private readonly List<ModelValue> _documents = [];

    private SdkContainer(Container container) => _container = container;

    /// <summary>In RID order and as they are stored: with system properties.</summary>
    public IReadOnlyList<ModelValue> Documents => _documents;

    public static async Task<SdkContainer> CreateAsync(EmulatorHost emulator, IEnumerable<JsonObject> documents)
    {
        Database database = await emulator.Client.CreateDatabaseIfNotExistsAsync("db");
        Container created = await database.CreateContainerAsync($"c-{Guid.NewGuid():N}", "/pk", Throughput);
        var container = new SdkContainer(created);
        foreach (var document in documents)
        {
            await container.AddAsync(document);
        }

        return container;
    }

    /// <summary>All rows of a query, without a token between two pages.</summary>
    public async Task<IReadOnlyList<ModelValue>> ReadAsync(string query, int pageSize, int concurrency)
    {
        using var iterator = _container.GetItemQueryStreamIterator(
            new QueryDefinition(query), null, new QueryRequestOptions { MaxItemCount = pageSize, MaxConcurrency = concurrency });
        var rows = new List<ModelValue>();
        while (iterator.HasMoreResults)
        {
            using var page = await iterator.ReadNextAsync(TestContext.Current.CancellationToken);
            rows.AddRange((await ReadAsync(page)).Member("Documents").Items);
        }

        return rows;
    }

    /// <summary>Whether a container refuses a query that its partitions could answer.</summary>
    public static bool Refuses(string query) => Compile(query).OrdersByItems;

    /// <summary>Gives the container the composite index that a query needs for several keys of ORDER BY.</summary>
    public async Task AddIndexAsync(string query)
    {
        var keys = Compile(query).SortPaths;
        if (keys.Length < 2)
        {
            return;
        }

        var index = keys.Select(key => new CompositePath
        {
            Path = key.Path.ToString(),
            Order = key.IsDescending ? CompositePathSortOrder.Descending : CompositePathSortOrder.Ascending,
        });
        var properties = new ContainerProperties(_container.Id, "/pk");
        properties.IndexingPolicy.CompositeIndexes.Add([.. index]);
        await _container.ReplaceContainerAsync(properties);
    }

    private static QueryProgram Compile(string query) => QueryProgram.Compile(SqlParser.Parse(query), Json.Parameters("{}"));

    private async Task AddAsync(JsonObject document)
    {
        using var body = new MemoryStream(Encoding.UTF8.GetBytes(document.ToJsonString()));
        using var response = await _container.CreateItemStreamAsync(
            body, ReadKey(document), cancellationToken: TestContext.Current.CancellationToken);
        _documents.Add(await ReadAsync(response));
    }

    private static async Task<ModelValue> ReadAsync(ResponseMessage response)
    {
        Assert.True(response.IsSuccessStatusCode, response.ErrorMessage);
        using var body = new MemoryStream();
        await response.Content.CopyToAsync(body, TestContext.Current.CancellationToken);
        return ModelValue.Parse(body.ToArray());
    }

    private static PartitionKey ReadKey(JsonObject document)
    {
        if (!document.TryGetPropertyValue("pk", out var key))
        {
            return PartitionKey.None;
        }

        if (key is null)
        {
            return PartitionKey.Null;
        }

        return key.GetValueKind() switch
        {
            JsonValueKind.String => new PartitionKey(key.GetValue<string>()),
            JsonValueKind.Number => new PartitionKey(key.GetValue<double>()),
            _ => new PartitionKey(key.GetValue<bool>()),
        };
    }
}
