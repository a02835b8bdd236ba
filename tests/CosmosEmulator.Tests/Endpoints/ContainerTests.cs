using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

public sealed class ContainerTests
{
    [Fact]
    public async Task Container_CreatedIfMissing_IsCreatedOnce()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        Database database = await emulator.Client.CreateDatabaseIfNotExistsAsync("db");

        var first = await database.CreateContainerIfNotExistsAsync("items", "/ownerId");
        var second = await database.CreateContainerIfNotExistsAsync("items", "/ownerId");

        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.OK), (first.StatusCode, second.StatusCode));
        Assert.Equal(PartitionKeyDefinitionVersion.V2, second.Resource.PartitionKeyDefinitionVersion);
    }

    [Fact]
    public async Task Containers_OfADatabase_AreListed()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        Database database = await emulator.Client.CreateDatabaseAsync("db");
        await database.CreateContainerAsync("a", "/k");
        await database.CreateContainerAsync("b", "/k");

        using var containers = database.GetContainerQueryIterator<ContainerProperties>();
        using var databases = emulator.Client.GetDatabaseQueryIterator<DatabaseProperties>();

        Assert.Equal(["a", "b"], (await containers.ReadNextAsync()).Select(container => container.Id));
        Assert.Equal(["db"], (await databases.ReadNextAsync()).Select(found => found.Id));
    }

    [Fact]
    public async Task Container_Deleted_IsNotFoundWithoutASubstatus()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.DeleteContainerAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(() => container.DeleteContainerAsync());

        Assert.Equal((HttpStatusCode.NotFound, 0), (error.StatusCode, error.SubStatusCode));
    }

    [Fact]
    public async Task Container_WithAnotherIndexingPolicy_IsReplaced()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        ContainerProperties properties = await container.ReadContainerAsync();

        properties.IndexingPolicy.ExcludedPaths.Add(new ExcludedPath { Path = "/note/?" });
        var replaced = await container.ReplaceContainerAsync(properties);

        Assert.Contains(replaced.Resource.IndexingPolicy.ExcludedPaths, path => path.Path == "/note/?");
    }

    [Fact]
    public async Task FeedRanges_OfNinePartitions_AreNine()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 9);
        var container = await emulator.CreateContainerAsync();

        Assert.Equal(9, (await container.GetFeedRangesAsync()).Count);
    }

    [Fact]
    public async Task Container_OfAMissingDatabase_IsNotFound()
    {
        await using var emulator = await EmulatorHost.StartAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => emulator.Client.GetDatabase("missing").CreateContainerAsync("items", "/k"));

        Assert.Equal(HttpStatusCode.NotFound, error.StatusCode);
    }

    [Theory]
    [InlineData(300)]
    [InlineData(450)]
    public async Task Throughput_OutOfRangeOrStep_IsRefused(int throughput)
    {
        await using var emulator = await EmulatorHost.StartAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(() => emulator.CreateContainerAsync(throughput: throughput));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains($"{throughput}", error.ResponseBody);
    }

    [Fact]
    public async Task Throughput_LoweredFarFromItsHighest_IsRefusedBelowAHundredth()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: 54_000);

        var lowered = await container.ReplaceThroughputAsync(900);
        var error = await Assert.ThrowsAsync<CosmosException>(() => container.ReplaceThroughputAsync(500));
        var lowest = await container.ReplaceThroughputAsync(600);

        Assert.Equal((900, 600), (lowered.Resource.Throughput, lowest.Resource.Throughput));
        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Equal(600, (await container.ReadThroughputAsync(requestOptions: new RequestOptions())).MinThroughput);
    }
}
