using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Tests.Keys;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.Gateway.Tests.Admin;

public sealed class KeyEndpointTests(SharedGateway shared) : IClassFixture<SharedGateway>
{
    private const string Keys = "/admin/keys";

    [Theory]
    [InlineData("GET", Keys)]
    [InlineData("POST", Keys)]
    [InlineData("POST", $"{Keys}/any/rotate")]
    [InlineData("DELETE", $"{Keys}/any")]
    public async Task Admin_WithoutItsScope_IsRefused(string method, string address)
    {
        var keyed = shared.Gateway;
        var other = (await keyed.AddAsync((KeyScopes)~0 & ~KeyScopes.Admin)).Reveal();

        Assert.Equal(HttpStatusCode.Forbidden, await keyed.StatusOfAsync(other, address, method));
        Assert.Equal(HttpStatusCode.Unauthorized, await keyed.StatusOfAsync(key: null, address, method));
    }

    [Fact]
    public async Task Admin_KeysOff_IsNotThere()
    {
        await using var gateway = await TestGateway.StartAsync();

        using var response = await gateway.GetInvoiceAsync(Keys);

        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
    }

    [Fact]
    public async Task Key_Made_IsGoodAtOnceAndShownOnce()
    {
        var keyed = shared.Gateway;
        var admin = await AddAdminAsync(keyed);

        using var response = await keyed.SendAsync(
            admin,
            Keys,
            "POST",
            Json("""{"name":"acme","plan":"standard","scopes":["invoices:read"],"owners":["owner-0007"]}"""));

        var made = await ReadAsync(response, HttpStatusCode.Created);
        var key = made.GetProperty("key").GetString()!;
        Assert.Equal("no-store", response.Headers.CacheControl?.ToString());
        Assert.Equal($"{Keys}/{made.GetProperty("details").GetProperty("id")}", response.Headers.Location?.ToString());
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key));
        using var list = await keyed.SendAsync(admin, Keys);
        var text = await list.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.Contains("\"acme\"", text);
        Assert.DoesNotContain(key, text);
        Assert.DoesNotContain("hash", text);
    }

    [Fact]
    public async Task Key_Revoked_IsRefusedAtOnce()
    {
        var keyed = shared.Gateway;
        var (admin, key) = (await AddAdminAsync(keyed), await keyed.AddAsync());
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(key.Reveal()));

        Assert.Equal(HttpStatusCode.NoContent, await keyed.StatusOfAsync(admin, $"{Keys}/{key.Id}", "DELETE"));

        Assert.Equal(HttpStatusCode.Unauthorized, await keyed.StatusOfAsync(key.Reveal()));
        Assert.Equal(HttpStatusCode.NotFound, await keyed.StatusOfAsync(admin, $"{Keys}/{key.Id}", "DELETE"));
    }

    /// <summary>An audit needs the holder, the owners and the administrator of each change.</summary>
    [Fact]
    public async Task Key_MadeRotatedAndRevoked_IsLoggedWithHolderOwnersAndAdministrator()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        using var log = new RecordedWarnings(LogLevel.Information);
        keyed.Gateway.WithServices(services => services.AddSingleton<ILoggerProvider>(log));
        var admin = await keyed.AddAsync(KeyScopes.Admin);
        var terms = Json("""{"name":"acme","scopes":["invoices:read"],"owners":["owner-0007","owner-0008"]}""");

        using var made = await keyed.SendAsync(admin.Reveal(), Keys, "POST", terms);
        var first = await ReadIdAsync(made);
        using var rotated = await keyed.SendAsync(admin.Reveal(), $"{Keys}/{first}/rotate", "POST");
        var second = await ReadIdAsync(rotated);
        await keyed.StatusOfAsync(admin.Reveal(), $"{Keys}/{first}", "DELETE");
        await keyed.StatusOfAsync(admin.Reveal(), $"{Keys}/{first}", "DELETE");

        Assert.Equal(
            [
                $"Key {first} of acme for owners owner-0007,owner-0008 was made by {admin.Id}",
                $"Key {second} of acme for owners owner-0007,owner-0008 was made by {admin.Id}",
                $"Key {first} of acme for owners owner-0007,owner-0008 was revoked by {admin.Id}",
            ],
            log.Lines.Where(message => message.StartsWith("Key ", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Key_Rotated_BothAreGoodAndAThirdIsAConflict()
    {
        var keyed = shared.Gateway;
        var (admin, first) = (await AddAdminAsync(keyed), await keyed.AddAsync());

        using var response = await keyed.SendAsync(admin, $"{Keys}/{first.Id}/rotate", "POST");

        var second = (await ReadAsync(response, HttpStatusCode.Created)).GetProperty("key").GetString();
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(first.Reveal()));
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(second));
        Assert.Equal(HttpStatusCode.Conflict, await keyed.StatusOfAsync(admin, $"{Keys}/{first.Id}/rotate", "POST"));
        Assert.Equal(HttpStatusCode.NotFound, await keyed.StatusOfAsync(admin, $"{Keys}/nobody/rotate", "POST"));
    }

    [Fact]
    public async Task Key_RotatedWithAnEnd_EndsThen()
    {
        var keyed = shared.Gateway;
        var (admin, first) = (await AddAdminAsync(keyed), await keyed.AddAsync());
        var end = keyed.Gateway.Time.GetUtcNow().AddHours(1);

        using var response = await keyed.SendAsync(
            admin, $"{Keys}/{first.Id}/rotate", "POST", Json($$"""{"expiresAt":"{{end:O}}"}"""));

        var made = await ReadAsync(response, HttpStatusCode.Created);
        Assert.Equal(end, made.GetProperty("details").GetProperty("expiresAt").GetDateTimeOffset());
    }

    [Theory]
    [InlineData("""{"expiresAt":"2026-01-01T00:00:00Z"}""")]
    [InlineData("""{"expires":"2027-01-01T00:00:00Z"}""")]
    public async Task Key_RotatedOnWrongTerms_Answers400AndMakesNoKey(string body)
    {
        var keyed = shared.Gateway;
        var (admin, first) = (await AddAdminAsync(keyed), await keyed.AddAsync());
        var before = (await keyed.Keys.ListAsync()).Count;

        using var response = await keyed.SendAsync(admin, $"{Keys}/{first.Id}/rotate", "POST", Json(body));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal(before, (await keyed.Keys.ListAsync()).Count);
    }

    [Theory]
    [InlineData("""{"name":"a b"}""", "name", "name must be 1 to 64 letters, digits or . _ - @, not \"a b\".")]
    [InlineData("""{"name":"acme","plan":"gold"}""", "plan", "plan must be one of free, standard, unlimited, not \"gold\".")]
    [InlineData(
        """{"name":"acme","scopes":["all"]}""",
        "scopes",
        "scopes must be among invoices:read, deliveries:read, deliveries:write, packages:read, drones:read, admin, not \"all\".")]
    [InlineData(
        """{"name":"acme"}""",
        "owners",
        "owners must list the owners whose data the key may be used for, or be * for all.")]
    [InlineData(
        """{"name":"acme","expiresAt":"2026-01-01T00:00:00Z"}""",
        "expiresAt",
        "expiresAt must be in the future, not 2026-01-01 00:00:00Z.")]
    public async Task Terms_Wrong_AreNamedWithWhatIsAllowed(string body, string field, string expected)
    {
        var keyed = shared.Gateway;

        using var response = await keyed.SendAsync(await AddAdminAsync(keyed), Keys, "POST", Json(body));

        var problem = await HttpProblem.ReadAsync(response, HttpStatusCode.BadRequest);
        Assert.Equal([expected], problem.Errors[field]);
    }

    // A misspelt end would make a key that never expires.
    [Theory]
    [InlineData("""{"name":"acme","expires":"2027-01-01T00:00:00Z"}""")]
    [InlineData("""{"plan":"free"}""")]
    [InlineData("""{"name":""")]
    public async Task Body_CannotBeRead_Answers400AndMakesNoKey(string body)
    {
        var keyed = shared.Gateway;

        var admin = await AddAdminAsync(keyed);
        var before = (await keyed.Keys.ListAsync()).Count;

        using var response = await keyed.SendAsync(admin, Keys, "POST", Json(body));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal(before, (await keyed.Keys.ListAsync()).Count);
    }

    [Fact]
    public async Task Database_CannotBeUsed_Answers503WithoutNamingTheFile()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var admin = await AddAdminAsync(keyed);
        Assert.Equal(HttpStatusCode.OK, await keyed.StatusOfAsync(admin, Keys));
        File.Move(keyed.Keys.File, $"{keyed.Keys.File}.away");

        using var response = await keyed.SendAsync(admin, Keys);

        var problem = await response.ReadProblemAsync();
        Assert.Equal(HttpStatusCode.ServiceUnavailable, response.StatusCode);
        Assert.Equal("The keys or the usage cannot be read or written.", problem.GetProperty("detail").GetString());
    }

    private static async Task<string> AddAdminAsync(KeyedGateway keyed) => (await keyed.AddAsync(KeyScopes.Admin)).Reveal();

    private static async Task<string> ReadIdAsync(HttpResponseMessage response) =>
        (await ReadAsync(response, HttpStatusCode.Created)).GetProperty("details").GetProperty("id").GetString()!;

    private static StringContent Json(string text) => new(text, System.Text.Encoding.UTF8, "application/json");

    private static async Task<JsonElement> ReadAsync(HttpResponseMessage response, HttpStatusCode expected)
    {
        Assert.Equal(expected, response.StatusCode);
        return await response.Content.ReadFromJsonAsync<JsonElement>(TestContext.Current.CancellationToken);
    }
}
