using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Gateway.Tests.Keys;

public sealed class KeyedRequestTests(SharedGateway shared) : IClassFixture<SharedGateway>
{
    private const string Month = "ownerId=owner-0007&year=2025&month=3";

    public enum Fault
    {
        Missing,
        NoKey,
        UnknownId,
        WrongSecret,
        Revoked,
        Expired,
        Twice,
    }

    [Theory]
    [InlineData("/api/invoices/owner-0007?year=2025&month=3", KeyScopes.InvoicesRead)]
    [InlineData($"/api/deliveries/summary?{Month}", KeyScopes.DeliveriesRead)]
    [InlineData($"/api/packages/summary?{Month}", KeyScopes.PackagesRead)]
    [InlineData($"/api/drones/summary?{Month}", KeyScopes.DronesRead)]
    internal async Task Route_AnyScopeButItsOwn_Answers403(string address, KeyScopes own)
    {
        var keyed = shared.Gateway;
        var fitting = (await keyed.AddAsync(own)).Reveal();
        var unfitting = (await keyed.AddAsync((KeyScopes)~0 & ~own)).Reveal();

        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(fitting, address));
        Assert.Equal(HttpStatusCode.Forbidden, await keyed.StatusOfAsync(unfitting, address));
        Assert.Equal(HttpStatusCode.Unauthorized, await keyed.StatusOfAsync(key: null, address));
    }

    [Theory]
    [InlineData(KeyScopes.DeliveriesWrite, HttpStatusCode.OK)]
    [InlineData((KeyScopes)~0 & ~KeyScopes.DeliveriesWrite, HttpStatusCode.Forbidden)]
    internal async Task Create_DependsOnTheWritingScope(KeyScopes scopes, HttpStatusCode expected)
    {
        var keyed = shared.Gateway;
        keyed.Gateway.Delivery.Answer("/deliveries/new", 200, "{}");
        var key = (await keyed.AddAsync(scopes)).Reveal();

        Assert.Equal(expected, await keyed.StatusOfAsync(key, "/api/deliveries/new", "POST"));
    }

    [Theory]
    [InlineData(Fault.Missing)]
    [InlineData(Fault.NoKey)]
    [InlineData(Fault.UnknownId)]
    [InlineData(Fault.WrongSecret)]
    [InlineData(Fault.Revoked)]
    [InlineData(Fault.Expired)]
    [InlineData(Fault.Twice)]
    public async Task Key_NotGood_SameAnswerWhateverTheFault(Fault fault)
    {
        var keyed = shared.Gateway;
        var key = await keyed.AddAsync(expiresAt: fault == Fault.Expired ? keyed.Gateway.Time.GetUtcNow().AddSeconds(1) : null);
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key.Reveal()));
        if (fault == Fault.Revoked)
        {
            await keyed.Keys.RevokeAsync(key.Id);
        }

        keyed.Gateway.Time.Advance(TimeSpan.FromSeconds(1));
        keyed.Gateway.Delivery.Requests.Clear();

        using var response = await keyed.SendAsync(Spoil(key, fault), Address(key, fault));

        var problem = await response.ReadProblemAsync();
        Assert.Equal(HttpStatusCode.Unauthorized, response.StatusCode);
        Assert.Equal("Bearer realm=\"gateway\"", response.Headers.WwwAuthenticate.ToString());
        Assert.Equal(
            ("unauthorized", "This needs a valid API key: in the header X-Api-Key, or as a bearer token."),
            (Text(problem, "failure"), Text(problem, "detail")));
        Assert.Equal(
            ["detail", "failure", "status", "title", "traceId", "type"],
            problem.EnumerateObject().Select(each => each.Name).Order());
        Assert.Empty(keyed.Gateway.Delivery.Requests);
    }

    [Fact]
    public async Task Key_OutOfScope_AnswerSaysNotWhichScope()
    {
        var keyed = shared.Gateway;
        var key = (await keyed.AddAsync(KeyScopes.Admin)).Reveal();

        using var response = await keyed.SendAsync(key);

        var problem = await response.ReadProblemAsync();
        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        Assert.Equal(
            ("forbidden", "The API key does not allow this."), (Text(problem, "failure"), Text(problem, "detail")));
    }

    [Fact]
    public async Task Key_AsBearerTokenOrInTheAddress_IsAsGood()
    {
        var keyed = shared.Gateway;
        var key = (await keyed.AddAsync()).Reveal();
        using var bearer = new HttpRequestMessage(HttpMethod.Get, KeyedGateway.Invoice);
        bearer.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);

        using var response = await keyed.Gateway.CreateClient().SendAsync(bearer, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key: null, $"{KeyedGateway.Invoice}&api_key={key}"));
    }

    // What is there, and with which methods, is said to holders of a key only.
    [Theory]
    [InlineData("PUT", KeyedGateway.Invoice, KeyScopes.DronesRead, HttpStatusCode.MethodNotAllowed)]
    [InlineData("GET", "/api/nowhere", KeyScopes.DronesRead, HttpStatusCode.NotFound)]
    [InlineData("PUT", "/admin/keys", KeyScopes.Admin, HttpStatusCode.MethodNotAllowed)]
    [InlineData("GET", "/admin/nowhere", KeyScopes.Admin, HttpStatusCode.NotFound)]
    [InlineData("DELETE", "/ADMIN/usage", KeyScopes.Admin, HttpStatusCode.NotFound)]
    internal async Task Path_OfTheApiThatNoRouteFits_NeedsAKeyToo(
        string method, string address, KeyScopes scopes, HttpStatusCode withKey)
    {
        var keyed = shared.Gateway;
        var key = (await keyed.AddAsync(scopes)).Reveal();

        Assert.Equal(HttpStatusCode.Unauthorized, await keyed.StatusOfAsync(key: null, address, method));
        Assert.Equal(withKey, await keyed.StatusOfAsync(key, address, method));
    }

    [Theory]
    [InlineData("PUT", "/admin/keys")]
    [InlineData("GET", "/admin/nowhere")]
    public async Task Path_OfAdminThatNoRouteFits_NeedsItsScope(string method, string address)
    {
        var keyed = shared.Gateway;
        var other = (await keyed.AddAsync((KeyScopes)~0 & ~KeyScopes.Admin)).Reveal();

        Assert.Equal(HttpStatusCode.Forbidden, await keyed.StatusOfAsync(other, address, method));
    }

    [Theory]
    [InlineData("/health/live")]
    [InlineData("/metrics")]
    [InlineData("/openapi/v1.json")]
    public async Task Endpoint_NotOfTheApi_NeedsNoKey(string address)
    {
        var keyed = shared.Gateway;

        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key: null, address));
    }

    [Fact]
    public async Task Keys_Off_NobodyIsAskedAndNoDatabaseIsMade()
    {
        await using var gateway = await TestGateway.StartAsync();
        using var keys = new TestKeys(gateway.Time);
        gateway.With("Database:File", keys.File);

        using var response = await gateway.GetInvoiceAsync();

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.False(keys.Database.Exists);
    }

    private static string? Spoil(ApiKey key, Fault fault) => fault switch
    {
        Fault.Missing => null,
        Fault.NoKey => "open sesame",
        Fault.UnknownId => (key with { Id = ApiKey.Create().Id }).Reveal(),
        Fault.WrongSecret => (key with { Secret = ApiKey.Create().Secret }).Reveal(),
        _ => key.Reveal(),
    };

    private static string Address(ApiKey key, Fault fault) =>
        fault == Fault.Twice ? $"{KeyedGateway.Invoice}&api_key={key.Reveal()}" : KeyedGateway.Invoice;

    private static string? Text(JsonElement problem, string name) => problem.GetProperty(name).GetString();
}
