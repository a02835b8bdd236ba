using System.Net;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using DroneDelivery.TestSupport;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Protocol;

/// <summary>The emulator with <c>--auth aad</c>: the unmodified SDK with tokens, and with the key.</summary>
public sealed class TokenTests
{
    private const string Key = EmulatorOptions.WellKnownKey;
    private const string OtherKey = "c29tZSBvdGhlciBrZXksIG5vdCB0aGUgZW11bGF0b3Incw==";
    private const string Audience = "https://localhost";
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    [Theory]
    [InlineData(Audience)]
    [InlineData("https://localhost/")]
    [InlineData("https://cosmos.azure.com")]
    public async Task DataCalls_WithAToken_AreServed(string audience)
    {
        await using var emulator = await StartAsync();
        await emulator.CreateContainerAsync();
        using var client = NewClient(emulator, NewToken(emulator, audience));
        var container = client.GetContainer("db", "items");

        await container.CreateItemAsync(new DeliveryItem("d1", "o7"), new PartitionKey("o7"));
        var read = await container.ReadItemAsync<DeliveryItem>("d1", new PartitionKey("o7"));
        using var pages = container.GetItemQueryIterator<DeliveryItem>("SELECT * FROM c WHERE c.month = 1");
        var found = await pages.ReadNextAsync();
        var definition = await container.ReadContainerAsync();

        Assert.Equal(("o7", "d1"), (read.Resource.OwnerId, Assert.Single(found).Id));
        Assert.Equal("/ownerId", definition.Resource.PartitionKeyPath);
    }

    [Theory]
    [MemberData(nameof(ManagementCalls))]
    public async Task ManagementCall_WithAToken_Is403(string request, Func<CosmosClient, Task> call)
    {
        await using var emulator = await StartAsync();
        await emulator.CreateContainerAsync();
        await emulator.Http.PostAsync("_emulator/reset", null, TestContext.Current.CancellationToken);
        using var client = NewClient(emulator, NewToken(emulator));

        var error = await Assert.ThrowsAsync<CosmosException>(() => call(client));

        Assert.Equal((HttpStatusCode.Forbidden, 5300), (error.StatusCode, error.SubStatusCode));
        Assert.Contains(
            $"Request blocked by Auth localhost : The given request [{request}] cannot be authorized by AAD token in data plane.",
            error.Message,
            StringComparison.Ordinal);
        var state = await StateAsync(emulator);
        Assert.Equal(["403"], StatusesOf(state.GetProperty("managementCalls")));
        Assert.Equal(["403"], StatusesOf(state.GetProperty("refusedCalls")));
        Assert.Equal("items", state.GetProperty("containers")[0].GetProperty("id").GetString());
    }

    public static TheoryData<string, Func<CosmosClient, Task>> ManagementCalls() => new()
    {
        { "POST /dbs", client => client.CreateDatabaseAsync("other") },
        { "DELETE /dbs/db", client => client.GetDatabase("db").DeleteAsync() },
        { "POST /dbs/db/colls", client => client.GetDatabase("db").CreateContainerAsync("other", "/id") },
        { "PUT /dbs/db/colls/items", client => client.GetContainer("db", "items")
            .ReplaceContainerAsync(new ContainerProperties("items", "/ownerId")) },
        { "DELETE /dbs/db/colls/items", client => client.GetContainer("db", "items").DeleteContainerAsync() },
        { "POST /offers", client => client.GetContainer("db", "items").ReadThroughputAsync() },
        { "POST /offers", client => client.GetContainer("db", "items").ReplaceThroughputAsync(500) },
    };

    [Fact]
    public async Task ManagementCalls_WithTheKey_AreServedAndCounted()
    {
        await using var emulator = await StartAsync();

        var container = await emulator.CreateContainerAsync();
        await container.ReplaceThroughputAsync(500);

        var state = await StateAsync(emulator);
        var calls = state.GetProperty("managementCalls");
        // Database and container; the offer's query, which the SDK sends again when it takes too long, and its replacement.
        Assert.Equal(["200", "201"], StatusesOf(calls));
        Assert.Equal(2, calls.GetProperty("201").GetInt32());
        Assert.InRange(calls.GetProperty("200").GetInt32(), 2, int.MaxValue);
        Assert.Equal("{}", state.GetProperty("refusedCalls").GetRawText());
    }

    [Theory]
    [InlineData("garbage", "not a JSON web token")]
    [InlineData("a.b", "not a JSON web token")]
    [InlineData("W10.W10.", "not a JSON web token")]
    [InlineData("!.!.!", "not a JSON web token")]
    public async Task Call_WithGarbage_Is401(string token, string expected)
    {
        await using var emulator = await StartAsync();

        await AssertUnauthorizedAsync(emulator, token, expected);
    }

    [Theory]
    [InlineData("""{"alg":"\ud800"}""", "{}")]
    [InlineData("""{"alg":"HS256"}""", """{"aud":"\udc00"}""")]
    public async Task Call_WithATokenThatHasHalfASurrogatePair_Is401(string header, string claims)
    {
        await using var emulator = await StartAsync();

        await AssertUnauthorizedAsync(emulator, AccessTokens.Sign(Key, header, claims), "not a JSON web token");
    }

    [Fact]
    public async Task Call_WithATokenForAnotherAccount_Is401()
    {
        await using var emulator = await StartAsync();

        await AssertUnauthorizedAsync(
            emulator, NewToken(emulator, "https://other.documents.azure.com"), "'https://other.documents.azure.com'");
    }

    [Fact]
    public async Task Call_WithATokenOfAnotherIssuer_Is401()
    {
        await using var emulator = await StartAsync();
        var claims = $$"""{"aud":"{{Audience}}","exp":{{(emulator.Time.GetUtcNow() + Hour).ToUnixTimeSeconds()}}}""";

        await AssertUnauthorizedAsync(emulator, AccessTokens.Sign(OtherKey, """{"alg":"HS256"}""", claims), "not signed");
        await AssertUnauthorizedAsync(emulator, AccessTokens.Sign(Key, """{"alg":"none"}""", claims), "not signed");
        var signed = AccessTokens.Sign(Key, """{"alg":"HS256"}""", claims);
        await AssertUnauthorizedAsync(emulator, signed[..(signed.LastIndexOf('.') + 1)], "not signed");
    }

    [Theory]
    [InlineData("""{"aud":"https://localhost"}""")]
    [InlineData("""{"aud":"https://localhost","exp":"1"}""")]
    [InlineData("""{"aud":"https://localhost","exp":99999999999999999}""")]
    public async Task Call_WithATokenWithoutAnExpiry_Is401(string claims)
    {
        await using var emulator = await StartAsync();

        await AssertUnauthorizedAsync(emulator, AccessTokens.Sign(Key, """{"alg":"HS256"}""", claims), "expired");
    }

    [Fact]
    public async Task Token_UntilFiveSecondsAfterItsExpiry_IsAccepted()
    {
        await using var emulator = await StartAsync();
        await emulator.CreateContainerAsync();
        using var client = NewClient(emulator, NewToken(emulator));
        var container = client.GetContainer("db", "items");

        emulator.Time.Advance(Hour + TimeSpan.FromSeconds(4));
        await container.ReadContainerAsync();
        emulator.Time.Advance(TimeSpan.FromSeconds(1));
        var error = await Assert.ThrowsAsync<CosmosException>(() => container.ReadContainerAsync());

        Assert.Equal(HttpStatusCode.Unauthorized, error.StatusCode);
        Assert.Contains("The access token has expired", error.Message, StringComparison.Ordinal);
    }

    private static Task<EmulatorHost> StartAsync() => EmulatorHost.StartAsync(options => options.Auth = AuthMode.Aad);

    private static string NewToken(EmulatorHost emulator, string audience = Audience) =>
        AccessTokens.Create(Key, audience, emulator.Time.GetUtcNow() + Hour);

    private static CosmosClient NewClient(EmulatorHost emulator, string token) =>
        emulator.NewClient(new FixedToken(token), new CosmosClientOptions());

    private static async Task AssertUnauthorizedAsync(EmulatorHost emulator, string token, string expected)
    {
        using var client = NewClient(emulator, token);

        var error = await Assert.ThrowsAsync<CosmosException>(() => client.GetContainer("db", "items").ReadContainerAsync());

        Assert.Equal(HttpStatusCode.Unauthorized, error.StatusCode);
        Assert.Contains(expected, error.Message, StringComparison.Ordinal);
    }

    private static IEnumerable<string> StatusesOf(JsonElement calls) => calls.EnumerateObject().Select(count => count.Name);

    private static async Task<JsonElement> StateAsync(EmulatorHost emulator) => JsonElement.Parse(
        await emulator.Http.GetStringAsync("_emulator/state", TestContext.Current.CancellationToken));
}
