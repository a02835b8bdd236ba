using DroneDelivery.DroneDatabase.Account;
using DroneDelivery.Lab.Tests.Account;
using DroneDelivery.SampleData;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.Lab.Tests.Seeding;

/// <summary>Seeding through the SDK with a token, for which Cosmos DB refuses to create anything.</summary>
public sealed class CosmosSeederTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Seed_WithAToken_FillsContainersThatExist()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9, "--auth", "aad");
        using var client = account.CreateClientWithToken();
        var said = new List<string>();
        var world = new World(owners: 1, months: 1);

        await new CosmosSeeder(client, creates: false, said.Add).SeedAsync(world, Cancelled);

        Assert.Equal("{}", await account.ReadManagementCallsAsync());
        Assert.Contains($"deliveriesByOwnerId: {world.CountDeliveries():N0} documents", said);
    }

    [Fact]
    public async Task Seed_WithATokenAndWithoutContainers_FailsAndCreatesNone()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9, containers: [], "--auth", "aad");
        using var client = account.CreateClientWithToken();

        var failure = await Assert.ThrowsAsync<CosmosException>(
            () => new CosmosSeeder(client, creates: false, _ => { }).SeedAsync(new World(owners: 1, months: 1), Cancelled));

        Assert.Equal(System.Net.HttpStatusCode.NotFound, failure.StatusCode);
        Assert.Equal("{}", await account.ReadManagementCallsAsync());
    }

    [Fact]
    public void Cost_OfContainersThatAreCreated_IsSaidWithTheCommandsThatLowerIt()
    {
        using var client = new CosmosClient("AccountEndpoint=https://drones.example/;AccountKey=a2V5");

        var lines = CosmosSeeder.DescribeCost(client).Split(Environment.NewLine);

        Assert.StartsWith("Containers that do not exist are created with 114,000 RU/s in all: 9.12 dollars an hour", lines[0]);
        Assert.Equal(
            ["deliveriesByDeliveryId --throughput 600", "deliveriesByOwnerId --throughput 600", "deliverySummaries --throughput 400"],
            lines.Skip(2).Select(line => line.Split("--name ")[1]));
    }
}
