using System.Net;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>Throughput that containers share, and autoscale.</summary>
public sealed class ThroughputTests
{
    private const string ToAutoscale = "x-ms-cosmos-migrate-offer-to-autopilot";
    private const string ToManual = "x-ms-cosmos-migrate-offer-to-manual-throughput";

    [Fact]
    public async Task Throughput_OfADatabase_IsReadAndReplaced()
    {
        await using var account = await ContractDatabase.CreateAsync(throughput: Manual(600));

        var before = await account.Database.ReadThroughputAsync();
        var replaced = await account.Database.ReplaceThroughputAsync(500);
        var read = await account.Database.ReadThroughputAsync(requestOptions: new RequestOptions());

        Assert.Equal((600, 500), (before, replaced.Resource.Throughput));
        Assert.Equal((500, 400), (read.Resource.Throughput, read.MinThroughput));
        Assert.Null(read.Resource.AutoscaleMaxThroughput);
    }

    [Fact]
    public async Task Throughput_OfADatabaseWithout_IsNone()
    {
        await using var account = await ContractDatabase.CreateAsync();
        var container = await account.CreateContainerAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(() => account.Database.ReplaceThroughputAsync(500));

        Assert.Equal(HttpStatusCode.NotFound, error.StatusCode);
        Assert.Null(await account.Database.ReadThroughputAsync());
        Assert.Equal(400, await container.ReadThroughputAsync());
    }

    [Fact]
    public async Task Throughput_OfAContainerThatSharesIt_IsThatOfTheDatabaseOnly()
    {
        await using var account = await ContractDatabase.CreateAsync(throughput: Manual(400));

        var sharing = await account.Database.CreateContainerAsync("sharing", "/ownerId");
        var dedicated = await account.Database.CreateContainerAsync("dedicated", "/ownerId", throughput: 700);
        var error = await Assert.ThrowsAsync<CosmosException>(() => sharing.Container.ReplaceThroughputAsync(500));

        Assert.Equal(HttpStatusCode.NotFound, error.StatusCode);
        Assert.Null(await sharing.Container.ReadThroughputAsync());
        Assert.Equal(700, await dedicated.Container.ReadThroughputAsync());
        Assert.Equal(["true", "false"], new[] { sharing, dedicated }.Select(created => created.Headers["x-ms-share-throughput"]));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Throughput_UnderAutoscale_HasAMaximumThatIsReplaced(bool isShared)
    {
        var autoscale = ThroughputProperties.CreateAutoscaleThroughput(20_000);
        await using var account = await ContractDatabase.CreateAsync(throughput: isShared ? autoscale : null);
        Container? container = null;
        if (!isShared)
        {
            container = await account.Database.CreateContainerAsync(new ContainerProperties("items", "/ownerId"), autoscale);
        }

        var created = await ReadAsync();
        var replaced = await ReplaceAsync(5_000);
        var error = await Assert.ThrowsAsync<CosmosException>(() => ReplaceAsync(1_000));

        Assert.Equal((20_000, 2_000), (created.Resource.AutoscaleMaxThroughput, created.MinThroughput));
        Assert.Equal((5_000, 2_000), (replaced.Resource.AutoscaleMaxThroughput, (await ReadAsync()).MinThroughput));
        Assert.NotNull(replaced.Resource.Throughput);
        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);

        Task<ThroughputResponse> ReadAsync() => container is null
            ? account.Database.ReadThroughputAsync(requestOptions: new RequestOptions())
            : container.ReadThroughputAsync(requestOptions: new RequestOptions());

        Task<ThroughputResponse> ReplaceAsync(int maximum)
        {
            var next = ThroughputProperties.CreateAutoscaleThroughput(maximum);
            return container is null ? account.Database.ReplaceThroughputAsync(next) : container.ReplaceThroughputAsync(next);
        }
    }

    [Theory]
    [InlineData(900)]
    [InlineData(4_500)]
    [InlineData(1_001_000)]
    public async Task Throughput_UnderAutoscaleOutOfRangeOrStep_IsRefused(int maximum)
    {
        await using var account = await ContractDatabase.CreateAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(() => account.Database.CreateContainerAsync(
            new ContainerProperties("items", "/ownerId"), ThroughputProperties.CreateAutoscaleThroughput(maximum)));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
    }

    [Fact]
    public async Task Throughput_ChangedToAutoscaleAndBack_IsSetByTheService()
    {
        await using var account = await ContractDatabase.CreateAsync();
        var container = await account.CreateContainerAsync(throughput: 5_400);

        var autoscale = await container.ReplaceThroughputAsync(5_400, With(ToAutoscale));
        var manual = await container.ReplaceThroughputAsync(
            ThroughputProperties.CreateAutoscaleThroughput(5_000), With(ToManual));

        Assert.Equal(5_000, autoscale.Resource.AutoscaleMaxThroughput);
        Assert.Equal(5_000, manual.Resource.Throughput);
        Assert.Null(manual.Resource.AutoscaleMaxThroughput);
        Assert.Equal(5_000, await container.ReadThroughputAsync());
    }

    [Fact]
    public async Task Throughput_ChangedToAutoscaleOrBackWithoutTheHeader_IsRefused()
    {
        await using var account = await ContractDatabase.CreateAsync();
        var container = await account.CreateContainerAsync();

        await AssertRefusedAsync(ToAutoscale, () => container.ReplaceThroughputAsync(
            ThroughputProperties.CreateAutoscaleThroughput(4_000)));
        await container.ReplaceThroughputAsync(400, With(ToAutoscale));
        await AssertRefusedAsync(ToManual, () => container.ReplaceThroughputAsync(500));

        static async Task AssertRefusedAsync(string header, Func<Task> change)
        {
            var error = await Assert.ThrowsAsync<CosmosException>(change);
            Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
            Assert.Contains(header, error.ResponseBody);
        }
    }

    [Fact]
    public async Task Throughput_OfWhatIsThereAlready_IsKept()
    {
        await using var account = await ContractDatabase.CreateAsync(throughput: Manual(600));
        Container container = await account.Database.CreateContainerIfNotExistsAsync("items", "/ownerId", throughput: 700);

        var database = await account.Client.CreateDatabaseIfNotExistsAsync(account.Database.Id, throughput: 1_000);
        var same = await account.Database.CreateContainerIfNotExistsAsync("items", "/ownerId", throughput: 1_000);

        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.OK), (database.StatusCode, same.StatusCode));
        Assert.Equal((600, 700), (await account.Database.ReadThroughputAsync(), await container.ReadThroughputAsync()));
    }

    private static ThroughputProperties Manual(int throughput) => ThroughputProperties.CreateManualThroughput(throughput);

    private static RequestOptions With(string header) => new() { AddRequestHeaders = headers => headers.Add(header, "true") };
}
