using System.Globalization;
using System.Net;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Headers of clients other than the .NET SDK.</summary>
public sealed class RequestHeaderTests
{
    private const string Documents = "/dbs/db/colls/items/docs";
    private static readonly (string, string) CrossPartition = (CosmosHeaders.EnableCrossPartition, "True");
    private const string First = "6f1b8a52-3c0e-4a57-9d8c-1d2e3f4a5b6c";

    [Fact]
    public async Task Offer_ThatTheClientHas_IsNotModifiedUntilItIsReplaced()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        var offer = await container.ReadThroughputAsync(requestOptions: new RequestOptions());
        var path = $"/{offer.Resource.SelfLink.TrimEnd('/')}";

        using var same = await emulator.SendAsync("GET", path, "", ("If-None-Match", offer.ETag));
        await container.ReplaceThroughputAsync(500);
        using var changed = await emulator.SendAsync("GET", path, "", ("If-None-Match", offer.ETag));

        Assert.Equal((HttpStatusCode.NotModified, HttpStatusCode.OK), (same.StatusCode, changed.StatusCode));
    }

    [Theory]
    [InlineData("4000", """{"maxThroughput":4000}""")]
    [InlineData("", "nonsense")]
    [InlineData("", """{"maxThroughput":"4000"}""")]
    [InlineData("4e3", "")]
    public async Task Throughput_InHeadersThatMakeNoSense_IsRefused(string manual, string autoscale)
    {
        await using var emulator = await EmulatorHost.StartAsync();

        using var response = await emulator.SendAsync(
            "POST",
            "/dbs",
            """{"id":"db"}""",
            (CosmosHeaders.OfferThroughput, manual),
            (CosmosHeaders.OfferAutopilot, autoscale));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
    }

    [Fact]
    public async Task Query_WithRangeAndKey_HasTheRowsOfTheKeyOnly()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 3);
        var container = await emulator.CreateContainerAsync(throughput: 9000);
        for (var owner = 0; owner < 12; owner++)
        {
            await container.CreateItemAsync(new DeliveryItem("d1", $"o{owner}"), new PartitionKey($"o{owner}"));
        }

        var owners = new List<string?>();
        foreach (var range in new[] { "0", "1", "2" })
        {
            using var response = await emulator.SendAsync(
                "POST",
                Documents,
                """{"query":"SELECT VALUE c.ownerId FROM c"}""",
                (CosmosHeaders.IsQuery, "True"),
                (CosmosHeaders.PartitionKeyRangeId, range),
                (CosmosHeaders.PartitionKey, """["o7"]"""));
            var page = JsonElement.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
            owners.AddRange(page.GetProperty("Documents").EnumerateArray().Select(row => row.GetString()));
        }

        Assert.Equal(["o7"], owners);
    }

    /// <summary>Without range and key, the pages of one query go through all partitions: TOP counts the rows of all.</summary>
    [Fact]
    public async Task Query_WithTopAndNeitherRangeNorKey_StopsAtItsCount()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 3);
        var container = await emulator.CreateContainerAsync(throughput: 9000);
        for (var owner = 0; owner < 12; owner++)
        {
            await container.CreateItemAsync(new DeliveryItem("d1", $"o{owner}"), new PartitionKey($"o{owner}"));
        }

        string? token = null;
        var rows = 0;
        do
        {
            (string, string)[] resumed = token is null ? [] : [(CosmosHeaders.Continuation, token)];
            using var response = await emulator.SendAsync(
                "POST", Documents, """{"query":"SELECT TOP 10 * FROM c"}""", [(CosmosHeaders.IsQuery, "True"), CrossPartition, .. resumed]);
            rows += int.Parse(response.Headers.GetValues(CosmosHeaders.ItemCount).Single(), CultureInfo.InvariantCulture);
            token = response.Headers.TryGetValues(CosmosHeaders.Continuation, out var next) ? next.Single() : null;
        }
        while (token is not null);

        Assert.Equal(10, rows);
    }

    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("many")]
    public async Task Page_OfASizeThatIsNone_HasAllItems(string size)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.CreateItemAsync(new DeliveryItem("d1", "o7"));
        await container.CreateItemAsync(new DeliveryItem("d2", "o7"));

        using var response = await emulator.SendAsync("GET", Documents, "", (CosmosHeaders.MaxItemCount, size));

        Assert.Equal("2", response.Headers.GetValues(CosmosHeaders.ItemCount).Single());
    }

    [Fact]
    public async Task Query_OfAllPartitionsThatIsNotEnabled_IsRefused()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await emulator.SendAsync(
            "POST", Documents, """{"query":"SELECT * FROM c"}""", (CosmosHeaders.IsQuery, "True"));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains(
            "Cross partition query is required", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    /// <summary>The client read the container that had this name before, and reads it again after this answer.</summary>
    [Theory]
    [InlineData("GET", Documents + "/d1")]
    [InlineData("GET", Documents)]
    public async Task Request_ForAnotherContainerOfTheName_SaysSo(string method, string path)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.CreateContainerAsync();

        using var response = await emulator.SendAsync(
            method, path, "", (CosmosHeaders.IntendedContainerRid, "AAABAIAAAAk="), (CosmosHeaders.PartitionKey, """["o7"]"""));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal("1024", Assert.Single(response.Headers.GetValues(CosmosHeaders.SubStatus)));
    }

    [Theory]
    [InlineData($"{First}, 11111111-2222-3333-4444-555555555555", First)]
    [InlineData("ünlesbar", null)]
    [InlineData("", null)]
    public async Task ActivityId_OfTheResponse_IsOneGuid(string sent, string? expected)
    {
        await using var emulator = await EmulatorHost.StartAsync();

        using var response = await emulator.SendAsync("GET", "/dbs/missing", "", (CosmosHeaders.ActivityId, sent));

        var id = Assert.Single(response.Headers.GetValues(CosmosHeaders.ActivityId));
        Assert.Equal(expected ?? $"{Guid.Parse(id)}", id);
        Assert.Contains($"ActivityId: {id}", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }
}
