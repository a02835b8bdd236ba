using System.Net;
using System.Net.Http.Json;
using DroneDelivery.Delivery.Reports;
using DroneDelivery.Delivery.Tests.Creates;
using DroneDelivery.Delivery.Tests.Running;
using DroneDelivery.ServiceDefaults.Authorization;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Delivery.Tests.Authorization;

/// <summary>What a caller may see and change, by the headers that the gateway sets.</summary>
[Collection(EmulatorTests.Name)]
public sealed class CallerTests(Emulator emulator)
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("deliveryId", "owner-0017", "", 200)]
    [InlineData("deliveryId", "owner-0001,owner-0017", "", 200)]
    [InlineData("deliveryId", "owner-0001", "", 404)]
    [InlineData("deliveryId", "owner-0001,owner-0002", "", 404)]
    [InlineData("deliveryId", "-", "", 404)]
    [InlineData("deliveryId", "owner-0001", "?ownerId=owner-0017", 404)]
    [InlineData("ownerId", "owner-0017", "", 200)]
    [InlineData("ownerId", "owner-0001", "", 404)]
    [InlineData("ownerId", "owner-0001,owner-0002", "", 404)]
    [InlineData("ownerId", "owner-0001", "?ownerId=owner-0017", 404)]
    public async Task Delivery_OfAnotherOwner_IsAsUnknown(string partitionKey, string owners, string query, int expected)
    {
        var id = emulator.World.DeliveriesOf("owner-0017", 2024, 9)[1].DeliveryId;
        await using var app = new DeliveryApp(emulator) { Settings = { ["Delivery:PartitionKey"] = partitionKey } };
        var client = await CreateClientAsync(app, owners);

        var response = await client.GetAsync($"/deliveries/{id}{query}", Cancelled);
        var unknown = await client.GetAsync($"/deliveries/d-9999999{query}", Cancelled);

        Assert.Equal((expected, 404), ((int)response.StatusCode, (int)unknown.StatusCode));
        if (expected == 404)
        {
            Assert.Equal(
                (await DetailOfAsync(unknown)).Replace("d-9999999", id, StringComparison.Ordinal), await DetailOfAsync(response));
        }
    }

    [Fact]
    public async Task Routes_AreThoseOfTheOwnerMatrix()
    {
        await using var app = new DeliveryApp(emulator);

        ServiceRoute.AssertAreThoseOf(app.Services, "deliveries");
    }

    [Fact]
    public async Task Delivery_CallerHasOneOwner_IsAPointRead()
    {
        var id = emulator.World.DeliveriesOf("owner-0017", 2024, 9)[1].DeliveryId;
        await using var app = new DeliveryApp(emulator) { Settings = { ["Delivery:PartitionKey"] = "ownerId" } };
        var client = await CreateClientAsync(app, "owner-0017");
        await emulator.ResetCountersAsync();

        await client.GetAsync($"/deliveries/{id}", Cancelled);

        Assert.Equal(1, (await emulator.GetStateAsync(Emulator.ByOwnerId)).Count("data"));
    }

    [Fact]
    public async Task Report_CallerHasOwners_HasThoseOnlyAndTheirSums()
    {
        await using var app = new DeliveryApp(emulator) { Settings = { ["Cache:Mode"] = "memory" } };
        var all = await GetReportAsync(app, AllowedOwners.AllText);

        var report = await GetReportAsync(app, "owner-0002,owner-0005");

        Assert.Equal(["owner-0002", "owner-0005"], report.Owners.Select(owner => owner.OwnerId));
        var expected = all.Owners.Where(owner => owner.OwnerId is "owner-0002" or "owner-0005").ToList();
        Assert.Equal(
            (expected.Sum(owner => owner.Deliveries), expected.Sum(owner => owner.MilesTraveled)),
            (report.Deliveries, report.MilesTraveled));
        Assert.Equal(all.Owners.Sum(owner => owner.Deliveries), all.Deliveries);
        Assert.Empty((await GetReportAsync(app, AllowedOwners.None.Text)).Owners);
    }

    [Fact]
    public async Task Create_ForAnotherOwner_Is403AndCreatesNothing()
    {
        var creates = await CreatesApp.NewAsync(emulator);
        await using var app = creates.Start();
        var client = await CreateClientAsync(app, "owner-0002");

        var response = await CreatesApp.SendAsync(client, "key-1", NewDelivery.Create());

        Assert.Equal((HttpStatusCode.Forbidden, ForwardedCaller.Refusal), (response.StatusCode, await DetailOfAsync(response)));
        Assert.Equal(0, await creates.CountAsync(201));
    }

    [Fact]
    public async Task Create_SameKeyFromAnotherHolder_IsAnotherDelivery()
    {
        var creates = await CreatesApp.NewAsync(emulator);
        await using var app = creates.Start();

        var first = await CreateAsync("acme");
        var again = await CreateAsync("acme");
        var other = await CreateAsync("zenith");

        Assert.Equal((false, true, false), (IsReplay(first), IsReplay(again), IsReplay(other)));
        Assert.Equal(first.Headers.Location, again.Headers.Location);
        Assert.NotEqual(first.Headers.Location, other.Headers.Location);

        async Task<HttpResponseMessage> CreateAsync(string holder) =>
            await CreatesApp.SendAsync(await CreateClientAsync(app, "owner-0001", holder), "key-1", NewDelivery.Create());
    }

    private static bool IsReplay(HttpResponseMessage response) => response.Headers.Contains("Idempotency-Replayed");

    private static async Task<string> DetailOfAsync(HttpResponseMessage response) =>
        (await response.ReadProblemAsync()).GetProperty("detail").GetString()!;

    private static async Task<MonthReport> GetReportAsync(DeliveryApp app, string owners)
    {
        using var client = await CreateClientAsync(app, owners);
        return (await client.GetFromJsonAsync<MonthReport>("/deliveries/report?year=2025&month=3", Cancelled))!;
    }

    private static async Task<HttpClient> CreateClientAsync(DeliveryApp app, string owners, string? holder = null)
    {
        var client = await app.CreateReadyClientAsync();
        client.DefaultRequestHeaders.TryAddWithoutValidation(ForwardedCaller.OwnersHeader, owners);
        if (holder is not null)
        {
            client.DefaultRequestHeaders.Add(ForwardedCaller.HolderHeader, holder);
        }

        return client;
    }
}
