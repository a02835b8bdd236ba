using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.SampleData;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Mvc.Testing;

namespace DroneDelivery.DroneScheduler.Tests;

public sealed class DroneEndpointsTests(WebApplicationFactory<Program> service) : IClassFixture<WebApplicationFactory<Program>>
{
    private static readonly World World = new();

    private readonly HttpClient _client = service.CreateClient();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public void Routes_AreThoseOfTheOwnerMatrix() => ServiceRoute.AssertAreThoseOf(service.Services, "drones");

    [Theory]
    [InlineData("owner-0001", 2024, 1)]
    [InlineData("owner-1234", 2025, 7)]
    [InlineData("owner-2000", 2025, 12)]
    public async Task Summary_KnownOwner_AddsUpTheDeliveries(string owner, int year, int month)
    {
        var deliveries = World.DeliveriesOf(owner, year, month);

        var summary = await _client.GetFromJsonAsync<JsonElement>(
            $"/drones/summary?ownerId={owner}&year={year}&month={month}", Cancelled);

        Assert.Equal(deliveries.Count, summary.GetProperty("assignments").GetInt32());
        Assert.Equal(deliveries.DistinctBy(delivery => delivery.DroneId).Count(), summary.GetProperty("drones").GetInt32());
        Assert.Equal(deliveries.Sum(delivery => delivery.HoursAssigned), summary.GetProperty("hoursAssigned").GetDecimal());
    }

    [Fact]
    public async Task Summary_MonthWithoutDeliveries_IsZero()
    {
        var summary = await _client.GetFromJsonAsync<JsonElement>(
            "/drones/summary?ownerId=owner-0001&year=2019&month=1", Cancelled);

        Assert.Equal(0, summary.GetProperty("assignments").GetInt32());
    }

    [Fact]
    public async Task Assignments_OfAMonth_NameTheDronesOfTheDeliveries()
    {
        var expected = World.DeliveriesOf("owner-0042", 2024, 5)
            .ToDictionary(delivery => delivery.DeliveryId, delivery => delivery.DroneId);

        var assignments = await _client.GetFromJsonAsync<JsonElement>(
            "/drones/assignments?ownerId=owner-0042&year=2024&month=5", Cancelled);

        Assert.Equal(expected, assignments.EnumerateArray().ToDictionary(
            assignment => assignment.GetProperty("deliveryId").GetString()!,
            assignment => assignment.GetProperty("droneId").GetString()!));
    }

    [Fact]
    public async Task Drone_OfADelivery_IsFound()
    {
        var expected = World.Drones[17];

        var drone = await _client.GetFromJsonAsync<Drone>($"/drones/{expected.DroneId}", Cancelled);

        Assert.Equal(expected, drone);
    }

    [Fact]
    public async Task List_PageByPage_GivesEveryDroneOnce()
    {
        var ids = new List<string>();
        for (var page = 1; page <= 5; page++)
        {
            var drones = await _client.GetFromJsonAsync<JsonElement>($"/drones?page={page}&pageSize=100", Cancelled);
            ids.AddRange(drones.GetProperty("items").EnumerateArray().Select(item => item.GetProperty("droneId").GetString()!));
        }

        Assert.Equal(World.Drones.Select(drone => drone.DroneId), ids);
    }

    [Fact]
    public async Task List_OfOneBase_HasOnlyItsDrones()
    {
        var drones = await _client.GetFromJsonAsync<JsonElement>("/drones?base=Denver", Cancelled);

        Assert.Equal(20, drones.GetProperty("total").GetInt32());
        Assert.All(
            drones.GetProperty("items").EnumerateArray(),
            drone => Assert.Equal("Denver", drone.GetProperty("base").GetString()));
    }

    [Theory]
    [InlineData("/drones/summary?ownerId=owner-9999&year=2024&month=1", "owner-9999")]
    [InlineData("/drones/assignments?ownerId=nobody&year=2024&month=1", "nobody")]
    [InlineData("/drones/drone-999", "drone-999")]
    public async Task Drone_NobodysOrNone_Is404ThatNamesIt(string path, string named)
    {
        var response = await _client.GetAsync(path, Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.NotFound);
        Assert.Contains(named, problem.Detail, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/drones/summary?ownerId=owner-0001&year=2024&month=13", "month", "13")]
    [InlineData("/drones/summary?ownerId=owner-0001&year=24&month=1", "year", "24")]
    [InlineData("/drones?page=0", "page", "0")]
    [InlineData("/drones?pageSize=101", "pageSize", "101")]
    public async Task Request_BadValue_Is400ThatNamesIt(string path, string field, string value)
    {
        var response = await _client.GetAsync(path, Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.BadRequest);
        Assert.Contains(value, Assert.Single(problem.Errors[field]), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/drones/summary")]
    [InlineData("/drones/assignments")]
    [InlineData("/drones/{id}")]
    [InlineData("/drones")]
    public async Task OpenApi_Route_IsDescribed(string route)
    {
        var document = await _client.GetFromJsonAsync<JsonElement>("/openapi/v1.json", Cancelled);

        var get = document.GetProperty("paths").GetProperty(route).GetProperty("get");
        Assert.NotEmpty(get.GetProperty("summary").GetString()!);
        Assert.Equal("Drones", get.GetProperty("tags")[0].GetString());
    }
}
