using System.Collections.ObjectModel;
using System.Net;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>What an indexing policy is needed for: ORDER BY needs the index of its key, and a composite one of several.</summary>
public sealed class IndexingPolicyTests
{
    private const string NoComposite = "The order by query does not have a corresponding composite index that it can be served from.";
    private const string Excluded = "The index path corresponding to the specified order-by item is excluded.";

    private static readonly CompositePath[] MonthAndId =
    [
        new() { Path = "/month" }, new() { Path = "/id", Order = CompositePathSortOrder.Descending },
    ];

    [Theory]
    [InlineData("c.month, c.id DESC OFFSET 10 LIMIT 3", "o0-1-1 o0-1-0 o3-2-2")]
    [InlineData("c.month DESC, c.id OFFSET 0 LIMIT 2", "o0-3-0 o0-3-1")]
    [InlineData("c.month, c.id", NoComposite)]
    [InlineData("c.id DESC, c.month", NoComposite)]
    [InlineData("c.month, c.id DESC, c.ownerId", NoComposite)]
    [InlineData("c.month, c.ownerId", NoComposite)]
    [InlineData("c.id DESC OFFSET 0 LIMIT 1", "o3-3-2")]
    public async Task OrderBy_NeedsACompositeIndexOfAllItsKeys(string keys, string expected) =>
        Assert.Equal(expected, await SortAsync(new IndexingPolicy { CompositeIndexes = { new Collection<CompositePath>(MonthAndId) } }, keys));

    [Fact]
    public async Task OrderBy_OfAPrefixOfACompositeIndex_IsRefused()
    {
        CompositePath[] index = [.. MonthAndId, new() { Path = "/ownerId" }];

        Assert.Equal(
            NoComposite,
            await SortAsync(new IndexingPolicy { CompositeIndexes = { new Collection<CompositePath>(index) } }, "c.month, c.id DESC"));
    }

    [Theory]
    [InlineData("/*", "/month/?", "c.month", Excluded)]
    [InlineData("/*", "/month/*", "c.month", Excluded)]
    [InlineData("/*", "/month/?", "c.id OFFSET 0 LIMIT 1", "o0-1-0")]
    [InlineData("/*", "/place/*", "c.place.city", Excluded)]
    [InlineData("/*", "/place/?", "c.place.city OFFSET 0 LIMIT 0", "")]
    [InlineData("/ownerId/?", "/*", "c.ownerId OFFSET 0 LIMIT 0", "")]
    [InlineData("/ownerId/?", "/*", "c.month", Excluded)]
    [InlineData("/ownerId/?", "/*", "c._ts OFFSET 0 LIMIT 0", "")]
    public async Task OrderBy_NeedsAnIndexedPath(string included, string excluded, string keys, string expected)
    {
        var policy = new IndexingPolicy
        {
            IncludedPaths = { new IncludedPath { Path = included } },
            ExcludedPaths = { new ExcludedPath { Path = excluded } },
        };

        Assert.Equal(expected, await SortAsync(policy, keys));
    }

    [Fact]
    public async Task OrderBy_AfterAChangeOfThePolicy_IsServed()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await SampleItems.CreateAsync(database, "/ownerId");
        Assert.Equal(NoComposite, await SortAsync(container, "c.month, c.id DESC"));

        ContainerProperties properties = await container.ReadContainerAsync();
        properties.IndexingPolicy.CompositeIndexes.Add(new Collection<CompositePath>(MonthAndId));
        await container.ReplaceContainerAsync(properties);

        Assert.StartsWith("o3-1-2 o3-1-1", await SortAsync(container, "c.month, c.id DESC"));
    }

    [Fact]
    public async Task Policy_WithoutTheRoot_IsRefused()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var policy = new IndexingPolicy { IncludedPaths = { new IncludedPath { Path = "/month/?" } } };

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => database.Database.CreateContainerAsync(new ContainerProperties("items", "/ownerId") { IndexingPolicy = policy }));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains("special mandatory indexing path", error.ResponseBody);
    }

    [Fact]
    public async Task Policy_IsReadWithWhatTheServiceAdds()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var policy = new IndexingPolicy
        {
            IncludedPaths = { new IncludedPath { Path = "/*" } },
            ExcludedPaths = { new ExcludedPath { Path = "/note/?" } },
        };

        var created = await database.Database.CreateContainerAsync(
            new ContainerProperties("items", "/ownerId") { IndexingPolicy = policy });

        var read = created.Resource.IndexingPolicy;
        Assert.Equal((IndexingMode.Consistent, true), (read.IndexingMode, read.Automatic));
        Assert.Equal(["/*"], read.IncludedPaths.Select(path => path.Path));
        Assert.Equal(["/note/?", "/\"_etag\"/?"], read.ExcludedPaths.Select(path => path.Path));
    }

    /// <summary>The client sends back what it has read.</summary>
    [Fact]
    public async Task Policy_OfTheModeNone_IsReplacedAsItWasRead()
    {
        await using var database = await ContractDatabase.CreateAsync();
        Container container = await database.Database.CreateContainerAsync(new ContainerProperties("items", "/ownerId")
        {
            IndexingPolicy = new IndexingPolicy { IndexingMode = IndexingMode.None, Automatic = false },
        });

        ContainerProperties read = await container.ReadContainerAsync();
        ContainerProperties replaced = await container.ReplaceContainerAsync(read);

        var policy = replaced.IndexingPolicy;
        Assert.Equal((IndexingMode.None, false), (policy.IndexingMode, policy.Automatic));
        Assert.Equal((0, 0), (policy.IncludedPaths.Count, policy.ExcludedPaths.Count));
    }

    private static async Task<string> SortAsync(IndexingPolicy policy, string keys)
    {
        if (policy.IncludedPaths.Count == 0)
        {
            policy.IncludedPaths.Add(new IncludedPath { Path = "/*" });
        }

        await using var database = await ContractDatabase.CreateAsync(partitions: 3);
        Container container = await database.Database.CreateContainerAsync(
            new ContainerProperties("items", "/ownerId") { IndexingPolicy = policy }, throughput: 10_000);
        await SampleItems.FillAsync(container);
        return await SortAsync(container, keys);
    }

    /// <summary>The ids in the order of the keys, or why there is none.</summary>
    private static async Task<string> SortAsync(Container container, string keys)
    {
        try
        {
            var query = new QueryDefinition($"SELECT VALUE c.id FROM c ORDER BY {keys}");
            return string.Join(' ', await SampleItems.ReadAllAsync<string>(container, query, null));
        }
        catch (CosmosException error) when (error.StatusCode == HttpStatusCode.BadRequest)
        {
            return new[] { NoComposite, Excluded }.FirstOrDefault(error.ResponseBody.Contains) ?? error.ResponseBody;
        }
    }
}
