using System.Collections.ObjectModel;
using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>Databases, containers and throughput.</summary>
public sealed class ContainerTests
{
    [Fact]
    public async Task Container_CreatedIfMissing_IsCreatedOnce()
    {
        await using var database = await ContractDatabase.CreateAsync();

        var first = await database.Database.CreateContainerIfNotExistsAsync("items", "/ownerId");
        var second = await database.Database.CreateContainerIfNotExistsAsync("items", "/ownerId");

        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.OK), (first.StatusCode, second.StatusCode));
        Assert.Equal(PartitionKeyDefinitionVersion.V2, second.Resource.PartitionKeyDefinitionVersion);
    }

    [Fact]
    public async Task Containers_OfADatabase_AreListed()
    {
        await using var database = await ContractDatabase.CreateAsync();
        await database.Database.CreateContainerAsync("a", "/k");
        await database.Database.CreateContainerAsync("b", "/k");

        using var containers = database.Database.GetContainerQueryIterator<ContainerProperties>();
        using var databases = database.Client.GetDatabaseQueryIterator<DatabaseProperties>();

        Assert.Equal(["a", "b"], (await containers.ReadNextAsync()).Select(container => container.Id));
        Assert.Contains(database.Database.Id, (await databases.ReadNextAsync()).Select(found => found.Id));
    }

    [Fact]
    public async Task Container_Deleted_IsNotFoundWithoutASubstatus()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        await container.DeleteContainerAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(() => container.DeleteContainerAsync());

        Assert.Equal((HttpStatusCode.NotFound, 0), (error.StatusCode, error.SubStatusCode));
    }

    [Fact]
    public async Task Container_WithAnotherIndexingPolicy_IsReplaced()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        ContainerProperties properties = await container.ReadContainerAsync();

        properties.IndexingPolicy.ExcludedPaths.Add(new ExcludedPath { Path = "/note/?" });
        var replaced = await container.ReplaceContainerAsync(properties);

        Assert.Contains(replaced.Resource.IndexingPolicy.ExcludedPaths, path => path.Path == "/note/?");
    }

    [Fact]
    public async Task Change_WithAnOldETag_FailsItsPrecondition()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var old = await container.ReadContainerAsync();
        old.Resource.IndexingPolicy.ExcludedPaths.Add(new ExcludedPath { Path = "/note/?" });
        await container.ReplaceContainerAsync(old.Resource);
        var offer = await container.ReadThroughputAsync(requestOptions: new RequestOptions());
        await container.ReplaceThroughputAsync(500);

        await AssertFailsAsync(() => container.ReplaceContainerAsync(old.Resource, IfMatch(old.ETag)));
        await AssertFailsAsync(() => container.DeleteContainerAsync(IfMatch(old.ETag)));
        await AssertFailsAsync(() => container.ReplaceThroughputAsync(600, new RequestOptions { IfMatchEtag = offer.ETag }));
        await AssertFailsAsync(() => database.Database.DeleteAsync(new RequestOptions { IfMatchEtag = "\"old\"" }));

        Assert.Equal(500, await container.ReadThroughputAsync());
        var current = await container.ReadContainerAsync();
        await container.DeleteContainerAsync(IfMatch(current.ETag));

        static ContainerRequestOptions IfMatch(string tag) => new() { IfMatchEtag = tag };

        static async Task AssertFailsAsync(Func<Task> change) => Assert.Equal(
            HttpStatusCode.PreconditionFailed, (await Assert.ThrowsAsync<CosmosException>(change)).StatusCode);
    }

    [Fact]
    public async Task Resource_ThatTheClientHas_IsNotModified()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var known = await container.ReadContainerAsync();
        var owner = await database.Database.ReadAsync();

        using var same = await container.ReadContainerStreamAsync(new ContainerRequestOptions { IfNoneMatchEtag = known.ETag });
        using var other = await container.ReadContainerStreamAsync(new ContainerRequestOptions { IfNoneMatchEtag = owner.ETag });
        using var sameOwner = await database.Database.ReadStreamAsync(new RequestOptions { IfNoneMatchEtag = owner.ETag });

        Assert.Equal((HttpStatusCode.NotModified, HttpStatusCode.OK), (same.StatusCode, other.StatusCode));
        Assert.Equal(HttpStatusCode.NotModified, sameOwner.StatusCode);
    }

    [Fact]
    public async Task Container_CreatedAgain_HasAnotherETag()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync();
        var old = await container.ReadContainerAsync();
        await container.DeleteContainerAsync();
        await database.CreateContainerAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => container.DeleteContainerAsync(new ContainerRequestOptions { IfMatchEtag = old.ETag }));

        Assert.Equal(HttpStatusCode.PreconditionFailed, error.StatusCode);
    }

    [Fact]
    public async Task Resources_WithAnId_AreFoundByAQuery()
    {
        await using var database = await ContractDatabase.CreateAsync();
        await database.Database.CreateContainerAsync("a", "/k");
        await database.Database.CreateContainerAsync("b", "/k");

        using var containers = database.Database.GetContainerQueryIterator<ContainerProperties>(
            "select * from c where c.id = \"b\"");
        using var ids = database.Database.GetContainerQueryIterator<string>("select value c.id from c where c.id = \"a\"");
        using var databases = database.Client.GetDatabaseQueryIterator<DatabaseProperties>(
            new QueryDefinition("select * from c where c.id = @id").WithParameter("@id", database.Database.Id));

        Assert.Equal(["b"], (await containers.ReadNextAsync()).Select(container => container.Id));
        Assert.Equal("a", Assert.Single(await ids.ReadNextAsync()));
        Assert.Equal([database.Database.Id], (await databases.ReadNextAsync()).Select(found => found.Id));
        Assert.False(containers.HasMoreResults || ids.HasMoreResults || databases.HasMoreResults);
    }

    [Fact]
    public async Task Container_WithOnePathInAList_HasTheKeysOfThatPath()
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var properties = new ContainerProperties("items", new Collection<string> { "/ownerId" });
        Container container = await database.Database.CreateContainerAsync(properties);

        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), new PartitionKey("o7"));
        var key = new PartitionKeyBuilder().Add("o7").Build();

        Assert.Equal("d1", (await container.ReadItemAsync<DeliveryItem>("d1", key)).Resource.Id);
        using var query = container.GetItemQueryIterator<DeliveryItem>(
            "SELECT * FROM c", requestOptions: new QueryRequestOptions { PartitionKey = key });
        Assert.Equal(["d1"], (await query.ReadNextAsync()).Select(item => item.Id));
    }

    [Theory]
    [InlineData("/\"own/er\"", "own/er")]
    [InlineData("/\"a \\\"b\\\"\"", "a \"b\"")]
    public async Task Container_WithAQuotedPath_HasKeysOfThatProperty(string path, string property)
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await database.CreateContainerAsync(path);
        var item = new Dictionary<string, string> { ["id"] = "d1", [property] = "o7" };

        await container.CreateItemAsync(item, new PartitionKey("o7"));

        Assert.Equal("o7", (await container.ReadItemAsync<Dictionary<string, object>>("d1", new PartitionKey("o7"))).Resource[property]);
    }

    [Fact]
    public async Task Container_OfAMissingDatabase_IsNotFound()
    {
        await using var database = await ContractDatabase.CreateAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => database.Client.GetDatabase("missing").CreateContainerAsync("items", "/k"));

        Assert.Equal((HttpStatusCode.NotFound, 1003), (error.StatusCode, error.SubStatusCode));
    }

    [Theory]
    [InlineData(300)]
    [InlineData(450)]
    public async Task Throughput_OutOfRangeOrStep_IsRefused(int throughput)
    {
        await using var database = await ContractDatabase.CreateAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(() => database.CreateContainerAsync(throughput: throughput));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains($"{throughput}", error.ResponseBody);
    }

    [Fact]
    public async Task Throughput_LoweredFarFromItsHighest_IsRefusedBelowAHundredth()
    {
        await using var database = await ContractDatabase.CreateAsync();
        var container = await database.CreateContainerAsync(throughput: 54_000);

        var lowered = await container.ReplaceThroughputAsync(900);
        var error = await Assert.ThrowsAsync<CosmosException>(() => container.ReplaceThroughputAsync(500));
        var lowest = await container.ReplaceThroughputAsync(600);

        Assert.Equal((900, 600), (lowered.Resource.Throughput, lowest.Resource.Throughput));
        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Equal(600, (await container.ReadThroughputAsync(requestOptions: new RequestOptions())).MinThroughput);
    }
}
