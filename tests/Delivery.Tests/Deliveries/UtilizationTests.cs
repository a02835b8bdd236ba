using System.Net;
using System.Net.Http.Json;
using DroneDelivery.Delivery.Deliveries;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Delivery.Tests.Deliveries;

[Collection(EmulatorTests.Name)]
public sealed class UtilizationTests(Emulator emulator)
{
    private const string DeliveryId = "deliveryId";
    private const string OwnerId = "ownerId";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(DeliveryId, "0")]
    [InlineData(DeliveryId, "4")]
    [InlineData(DeliveryId, "-1")]
    [InlineData(OwnerId, "0")]
    [InlineData(OwnerId, "-1")]
    public async Task Utilization_EveryOwner_IsTheSumOfTheDeliveries(string partitionKey, string maxConcurrency)
    {
        await using var app = NewApp(partitionKey, maxConcurrency);
        var client = await app.CreateReadyClientAsync();

        foreach (var owner in emulator.World.OwnerIds)
        {
            var deliveries = emulator.World.DeliveriesOf(owner, 2025, 3);
            var expected = new Utilization(
                owner, 2025, 3, deliveries.Count, deliveries.Sum(d => d.MilesTraveled), deliveries.Sum(d => d.HoursAssigned));

            Assert.Equal(expected, await GetAsync(client, owner, 2025, 3));
        }
    }

    [Theory]
    [InlineData(DeliveryId, Emulator.ByDeliveryId, Emulator.Partitions, 1)]
    [InlineData(OwnerId, Emulator.ByOwnerId, 1, 0)]
    public async Task Utilization_Once_CallsEachPartitionItNeedsOnce(string partitionKey, string container, int data, int plans)
    {
        await using var app = NewApp(partitionKey, "0");
        var client = await app.CreateReadyClientAsync();
        // The first query of a client also reads the container's properties and partitions.
        await GetAsync(client, "owner-0001", 2024, 1);
        await emulator.ResetCountersAsync();

        await GetAsync(client, "owner-0002", 2024, 1);

        var state = await emulator.GetStateAsync(container);
        Assert.Equal((data, plans, 0), (state.Count("data", 200), state.Count("plan", 200), state.Count("metadata")));
    }

    [Fact]
    public async Task Utilization_MaxConcurrency0_AsksOnePartitionAfterAnother()
    {
        var handler = new MonthQueryHandler(emulator.CreateHandler());
        await using var app = NewApp(DeliveryId, "0", handler);
        var client = await app.CreateReadyClientAsync();

        await GetAsync(client, "owner-0003", 2024, 1);

        Assert.Equal(1, handler.MaxUnderWay);
    }

    // Each call waits for the ninth to be sent: were they not all under way at once, this test would never end.
    [Fact]
    public async Task Utilization_MaxConcurrencyMinus1_AsksAllPartitionsAtOnce()
    {
        var handler = new MonthQueryHandler(emulator.CreateHandler()) { HoldUntilUnderWay = Emulator.Partitions };
        await using var app = NewApp(DeliveryId, "-1", handler);
        var client = await app.CreateReadyClientAsync();

        await GetAsync(client, "owner-0003", 2024, 1);

        Assert.Equal(Emulator.Partitions, handler.MaxUnderWay);
    }

    [Fact]
    public async Task Utilization_MonthWithoutDeliveries_IsZero()
    {
        await using var app = NewApp(OwnerId, "0");
        var client = await app.CreateReadyClientAsync();

        Assert.Equal(new Utilization("owner-0001", 2031, 1, 0, 0, 0), await GetAsync(client, "owner-0001", 2031, 1));
    }

    [Theory]
    [InlineData(DeliveryId)]
    [InlineData(OwnerId)]
    public async Task Utilization_UnknownOwner_Is404ThatNamesIt(string partitionKey)
    {
        await using var app = NewApp(partitionKey, "0");
        var client = await app.CreateReadyClientAsync();

        var response = await client.GetAsync("/deliveries/utilization?ownerId=owner-9999&year=2024&month=1", Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.NotFound);
        Assert.Contains("owner-9999", problem.Detail, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("year=2024&month=0", "month", "0")]
    [InlineData("year=1&month=12", "year", "1")]
    public async Task Utilization_BadValue_Is400ThatNamesIt(string query, string field, string value)
    {
        await using var app = NewApp(DeliveryId, "0");
        var client = await app.CreateReadyClientAsync();

        var response = await client.GetAsync($"/deliveries/utilization?ownerId=owner-0001&{query}", Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.BadRequest);
        Assert.Contains(value, Assert.Single(problem.Errors[field]), StringComparison.Ordinal);
    }

    private DeliveryApp NewApp(string partitionKey, string maxConcurrency, MonthQueryHandler? handler = null) =>
        new(handler ?? emulator.CreateHandler())
        {
            Settings = { ["Delivery:PartitionKey"] = partitionKey, ["Delivery:MaxConcurrency"] = maxConcurrency },
        };

    private static async Task<Utilization?> GetAsync(HttpClient client, string owner, int year, int month) =>
        await client.GetFromJsonAsync<Utilization>(
            $"/deliveries/utilization?ownerId={owner}&year={year}&month={month}", Cancelled);
}
