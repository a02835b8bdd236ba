using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.Package.Parcels;
using DroneDelivery.SampleData;
using DroneDelivery.ServiceDefaults.Authorization;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Mvc.Testing;

namespace DroneDelivery.Package.Tests;

public sealed class PackageEndpointsTests(WebApplicationFactory<OwnerMonth> service) : IClassFixture<WebApplicationFactory<OwnerMonth>>
{
    private static readonly World World = new();

    private readonly HttpClient _client = service.CreateClient();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("owner-0001", 2024, 1)]
    [InlineData("owner-1234", 2025, 7)]
    [InlineData("owner-2000", 2025, 12)]
    public async Task Summary_KnownOwner_CountsOnePackageForEachDelivery(string owner, int year, int month)
    {
        var summary = await _client.GetFromJsonAsync<JsonElement>(
            $"/packages/summary?ownerId={owner}&year={year}&month={month}", Cancelled);

        Assert.Equal(owner, summary.GetProperty("ownerId").GetString());
        Assert.Equal(World.DeliveriesOf(owner, year, month).Count, summary.GetProperty("packages").GetInt32());
        Assert.Equal(
            World.ParcelsOf(owner, year, month).Sum(parcel => parcel.WeightKilograms),
            summary.GetProperty("weightKilograms").GetDecimal());
    }

    [Theory]
    [InlineData("owner-0001", 200)]
    [InlineData("owner-0002,owner-0001", 200)]
    [InlineData("*", 200)]
    [InlineData("owner-0002", 404)]
    [InlineData("-", 404)]
    public async Task Package_OfAnotherOwner_IsAsUnknown(string owners, int expected)
    {
        var id = World.ParcelsOf("owner-0001").First().PackageId;
        using var request = new HttpRequestMessage(HttpMethod.Get, $"/packages/{id}");
        request.Headers.Add(ForwardedCaller.OwnersHeader, owners);

        using var response = await _client.SendAsync(request, Cancelled);

        Assert.Equal(expected, (int)response.StatusCode);
        if (expected == 404)
        {
            Assert.Equal($"There is no package \"{id}\".", (await response.ReadProblemAsync()).GetProperty("detail").GetString());
        }
    }

    [Fact]
    public void Routes_AreThoseOfTheOwnerMatrix() => ServiceRoute.AssertAreThoseOf(service.Services, "packages");

    [Fact]
    public async Task Summary_MonthWithoutDeliveries_IsZero()
    {
        var summary = await _client.GetFromJsonAsync<JsonElement>(
            "/packages/summary?ownerId=owner-0001&year=2019&month=1", Cancelled);

        Assert.Equal(0, summary.GetProperty("packages").GetInt32());
        Assert.Equal(0, summary.GetProperty("weightKilograms").GetDecimal());
    }

    [Theory]
    [InlineData("/packages/summary?ownerId=owner-9999&year=2024&month=1", "owner-9999")]
    [InlineData("/packages?ownerId=nobody&year=2024&month=1", "nobody")]
    [InlineData("/packages/p-9999999", "p-9999999")]
    public async Task Package_NobodysOrNone_Is404ThatNamesIt(string path, string named)
    {
        var response = await _client.GetAsync(path, Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.NotFound);
        Assert.Contains(named, problem.Detail, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("year=2024&month=13", "month", "13")]
    [InlineData("year=24&month=1", "year", "24")]
    [InlineData("year=2024&month=1&page=0", "page", "0")]
    [InlineData("year=2024&month=1&pageSize=101", "pageSize", "101")]
    public async Task List_BadValue_Is400ThatNamesIt(string query, string field, string value)
    {
        var response = await _client.GetAsync($"/packages?ownerId=owner-0001&{query}", Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.BadRequest);
        Assert.Contains(value, Assert.Single(problem.Errors[field]), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/packages/summary?ownerId=owner-0001&year=x&month=1")]
    [InlineData("/packages/summary?ownerId=owner-0001&year=2024")]
    [InlineData("/packages/summary?year=2024&month=1")]
    public async Task Summary_MissingOrUnreadableValue_Is400(string path)
    {
        var response = await _client.GetAsync(path, Cancelled);

        await HttpProblem.ReadAsync(response, HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task List_PageByPage_GivesEveryPackageOnce()
    {
        var ids = new List<string>();
        var pages = 0;
        JsonElement page;
        do
        {
            page = await _client.GetFromJsonAsync<JsonElement>(
                $"/packages?ownerId=owner-0001&year=2024&month=2&page={++pages}&pageSize=2", Cancelled);
            ids.AddRange(page.GetProperty("items").EnumerateArray().Select(item => item.GetProperty("packageId").GetString()!));
        }
        while (page.GetProperty("items").GetArrayLength() == 2);

        var expected = World.ParcelsOf("owner-0001", 2024, 2).Select(parcel => parcel.PackageId).ToList();
        Assert.Equal(expected, ids);
        Assert.Equal(expected.Count, page.GetProperty("total").GetInt32());
    }

    [Fact]
    public async Task List_PageFarBehindTheEnd_IsEmpty()
    {
        var page = await _client.GetFromJsonAsync<JsonElement>(
            "/packages?ownerId=owner-0001&year=2024&month=2&page=2147483647&pageSize=100", Cancelled);

        Assert.Equal(0, page.GetProperty("items").GetArrayLength());
    }

    [Fact]
    public async Task Package_OfADelivery_IsFound()
    {
        var expected = World.ParcelsOf("owner-0777", 2025, 3)[0];

        var parcel = await _client.GetFromJsonAsync<Parcel>($"/packages/{expected.PackageId}", Cancelled);

        Assert.Equal(expected, parcel);
    }

    [Theory]
    [InlineData("/packages/summary")]
    [InlineData("/packages/{id}")]
    [InlineData("/packages")]
    public async Task OpenApi_Route_IsDescribedWithItsAnswers(string route)
    {
        var document = await _client.GetFromJsonAsync<JsonElement>("/openapi/v1.json", Cancelled);

        var get = document.GetProperty("paths").GetProperty(route).GetProperty("get");
        Assert.NotEmpty(get.GetProperty("summary").GetString()!);
        Assert.Superset(
            new HashSet<string> { "200", "404" },
            get.GetProperty("responses").EnumerateObject().Select(response => response.Name).ToHashSet());
    }

    [Fact]
    public async Task Ready_AfterStart_Is200()
    {
        var response = await _client.GetAsync("/health/ready", Cancelled);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }
}
