using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.Package.Items;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Package.Tests.Items;

[Collection(ItemsApp.Collection)]
public sealed class ItemEndpointsTests
{
    private const string Owner = "owner-0001";

    public static TheoryData<string> Ways => [ItemOptions.Sync, ItemOptions.Pool, ItemOptions.Refuse, ItemOptions.Unlimited];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Start_DatabaseIsAwayAtFirst_WaitsForIt()
    {
        await using var app = await ItemsApp.StartAsync(ItemOptions.Unlimited);
        app.IsOn = false;

        // The clock ticks only while the service waits for its next attempt.
        var client = await app.Time.DriveAsync(() => Task.Run(app.CreateClient, Cancelled), _ => app.IsOn = true);

        Assert.True((await client.GetAsync($"/items?ownerId={Owner}", Cancelled)).IsSuccessStatusCode);
    }

    [Fact]
    public async Task StartWithIdentity_ContainerMissing_IsReadyOnceItExists()
    {
        await using var app = await ItemsApp.StartAsync(ItemOptions.Unlimited);
        app.HasIdentity = true;
        var client = app.CreateClient();
        var early = "";
        while (!early.Contains("has no container drones/items", StringComparison.Ordinal))
        {
            using var response = await client.GetAsync("/health/ready", Cancelled);
            Assert.Equal(HttpStatusCode.ServiceUnavailable, response.StatusCode);
            early = await response.Content.ReadAsStringAsync(Cancelled);
        }

        await app.CreateContainerAsync();
        await app.Time.DriveAsync(() => WaitUntilReadyAsync(client));

        Assert.True((await client.GetAsync($"/items?ownerId={Owner}", Cancelled)).IsSuccessStatusCode);
    }

    [Fact]
    public async Task StartWithIdentity_ItemsOff_IsReadyWithoutADatabase()
    {
        await using var app = await ItemsApp.StartAsync(ItemOptions.Off);
        (app.HasIdentity, app.IsOn) = (true, false);

        Assert.Equal(HttpStatusCode.OK, (await app.CreateClient().GetAsync("/health/ready", Cancelled)).StatusCode);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Items_ThirtyCreated_AreTheFirstTwentyFiveAndTheirCount(string calls)
    {
        await using var app = await ItemsApp.StartAsync(calls);
        var client = app.CreateClient();
        for (var i = 0; i < 30; i++)
        {
            var response = await client.PostAsJsonAsync("/items", new NewItem(Owner, $"item {i}", 1.5m), Cancelled);
            Assert.Equal(HttpStatusCode.Created, response.StatusCode);
        }

        await client.PostAsJsonAsync("/items", new NewItem("owner-0002", "of another owner", 1), Cancelled);
        var before = await app.CountDataCallsAsync();
        var list = await client.GetFromJsonAsync<JsonElement>($"/items?ownerId={Owner}", Cancelled);

        Assert.Equal(2, await app.CountDataCallsAsync() - before);
        Assert.Equal(30, list.GetProperty("count").GetInt32());
        Assert.Equal(
            Enumerable.Range(0, 25).Select(i => $"item {i}"),
            list.GetProperty("items").EnumerateArray().Select(item => item.GetProperty("name").GetString()));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Seal_OneItem_IsAlwaysTheSameAndAsksNoDatabase(string calls)
    {
        await using var app = await ItemsApp.StartAsync(calls);
        var client = app.CreateClient();

        var first = await client.GetFromJsonAsync<ItemSeal>("/items/a/seal", Cancelled);
        var again = await client.GetFromJsonAsync<ItemSeal>("/items/a/seal", Cancelled);
        var other = await client.GetFromJsonAsync<ItemSeal>("/items/b/seal", Cancelled);

        Assert.Equal(first, again);
        Assert.NotEqual(first!.Code, other!.Code);
        Assert.Equal(0, await app.CountDataCallsAsync());
    }

    [Theory]
    [InlineData("", "item", 1, "ownerId")]
    [InlineData(Owner, "", 1, "name")]
    [InlineData(Owner, "item", 0, "weightKilograms")]
    [InlineData(Owner, "item", 1001, "weightKilograms")]
    public async Task Item_BadValue_Is400ThatNamesIt(string owner, string name, int weight, string field)
    {
        await using var app = await ItemsApp.StartAsync(ItemOptions.Unlimited);

        var response = await app.CreateClient().PostAsJsonAsync("/items", new NewItem(owner, name, weight), Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.BadRequest);
        Assert.Equal([field], problem.Errors.Keys);
    }

    // The emulator and Cosmos DB refuse partition keys of more than 2,048 bytes.
    [Theory]
    [InlineData(ItemOptions.Sync, 0)]
    [InlineData(ItemOptions.Sync, 101)]
    [InlineData(ItemOptions.Unlimited, 0)]
    [InlineData(ItemOptions.Unlimited, 3_000)]
    public async Task Items_OwnerIdThatNoItemHas_Is400ThatNamesIt(string calls, int length)
    {
        await using var app = await ItemsApp.StartAsync(calls);

        var response = await app.CreateClient().GetAsync($"/items?ownerId={new string('o', length)}", Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.BadRequest);
        Assert.Equal(["ownerId"], problem.Errors.Keys);
        Assert.Equal(0, await app.CountDataCallsAsync());
    }

    [Fact]
    public async Task Item_WithoutFields_Is400ThatNamesThem()
    {
        await using var app = await ItemsApp.StartAsync(ItemOptions.Unlimited);

        var response = await app.CreateClient().PostAsJsonAsync("/items", new { }, Cancelled);

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.BadRequest);
        Assert.Equal(["name", "ownerId", "weightKilograms"], problem.Errors.Keys.Order());
    }

    [Fact]
    public async Task Items_Off_AreNotServed()
    {
        await using var app = await ItemsApp.StartAsync(ItemOptions.Off);

        var response = await app.CreateClient().GetAsync($"/items?ownerId={Owner}", Cancelled);

        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
    }

    private static async Task<bool> WaitUntilReadyAsync(HttpClient client)
    {
        while (true)
        {
            using var response = await client.GetAsync("/health/ready", Cancelled);
            if (response.IsSuccessStatusCode)
            {
                return true;
            }
        }
    }
}
