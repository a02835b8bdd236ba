using System.Net;
using System.Text.Json;
using DroneDelivery.Gateway.Admin;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Keys;

/// <summary>Gateways with their keys in one Redis that has a user and a password, and the <c>keys</c> commands for it.</summary>
public sealed class RedisKeyTests : IDisposable
{
    private const string Secret = "correct-horse";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("redis-keys-");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 300_000)]
    public async Task Key_RevokedAtOneGateway_IsRefusedAtAnotherWithinItsPoll()
    {
        await using var server = await StartRedisAsync();
        var admin = await AddAsync(server, "operator", "--scopes", "admin");
        var key = await AddAsync(server, "acme", "--all-owners");
        await using var one = await StartGatewayAsync(server);
        await using var other = await StartGatewayAsync(server);
        Assert.Equal(HttpStatusCode.OK, await StatusAsync(one, key));
        Assert.Equal(HttpStatusCode.OK, await StatusAsync(other, key));

        var address = $"/admin/keys/{key.Split('_')[1]}";
        Assert.Equal(HttpStatusCode.NoContent, await StatusAsync(one, admin, address, HttpMethod.Delete));

        Assert.Equal(HttpStatusCode.Unauthorized, await StatusAsync(one, key));
        other.Time.Advance(TimeSpan.FromMilliseconds(250) - TimeSpan.FromTicks(1));
        Assert.Equal(HttpStatusCode.OK, await StatusAsync(other, key));
        other.Time.Advance(TimeSpan.FromTicks(1));
        await UntilAsync(other, key, HttpStatusCode.Unauthorized);
    }

    [Fact(Timeout = 300_000)]
    public async Task Key_MadeAndRotatedByHttp_IsGoodAtBoth()
    {
        await using var server = await StartRedisAsync();
        var admin = await AddAsync(server, "operator", "--scopes", "admin");
        await using var one = await StartGatewayAsync(server);
        await using var other = await StartGatewayAsync(server);

        var made = await PostAsync(one, admin, "/admin/keys", """{"name":"acme","owners":["owner-0007"]}""");
        var id = made.GetProperty("details").GetProperty("id").GetString();
        var rotated = await PostAsync(one, admin, $"/admin/keys/{id}/rotate", "{}");

        other.Time.Advance(TimeSpan.FromMilliseconds(250));
        await UntilAsync(other, made.GetProperty("key").GetString()!, HttpStatusCode.OK);
        Assert.Equal(HttpStatusCode.OK, await StatusAsync(other, rotated.GetProperty("key").GetString()!));
        Assert.Equal(HttpStatusCode.OK, await StatusAsync(one, rotated.GetProperty("key").GetString()!));
    }

    [Fact(Timeout = 300_000)]
    public async Task Redis_Lost_LastKnownKeysAreUsedForAWhileThenRequestsAreRefused()
    {
        await using var server = await StartRedisAsync();
        var key = await AddAsync(server, "acme", "--all-owners");
        await using var gateway = await StartGatewayAsync(server);
        Assert.Equal(HttpStatusCode.OK, await StatusAsync(gateway, key));

        await server.KillAsync();
        await RefreshAsync(gateway);
        gateway.Time.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(HttpStatusCode.OK, await StatusAsync(gateway, key));
        gateway.Time.Advance(TimeSpan.FromTicks(1));

        Assert.Equal(HttpStatusCode.ServiceUnavailable, await StatusAsync(gateway, key));
        var ready = await ReadAsync(gateway, "/health/ready");
        Assert.Contains("The keys were last read 00:01:00", ready);
        Assert.DoesNotContain("serves without it", ready);
        Assert.Contains(gateway.Warnings.Lines, line => line.StartsWith(
            "Keys could not be read; the last known keys are used for up to 00:01:00, then requests are refused: Redis at "
            + server.Address));

        // It comes back empty, which is no revocation of all keys: it has to be given keys.
        await server.RunAsync();
        await UntilAsync(gateway, key, HttpStatusCode.ServiceUnavailable);
        var next = await AddAsync(server, "acme", "--all-owners");
        await UntilAsync(gateway, next, HttpStatusCode.OK);
        Assert.Equal(HttpStatusCode.Unauthorized, await StatusAsync(gateway, key));
    }

    [Fact(Timeout = 300_000)]
    public async Task Commands_ListRotateAndRevoke_WorkOnRedis()
    {
        await using var server = await StartRedisAsync();
        var id = (await AddAsync(server, "acme", "--owners", "owner-0001", "--plan", "standard")).Split('_')[1];

        var rotated = await RunAsync(server, "rotate", id);
        var revoked = await RunAsync(server, "revoke", id);
        var list = await RunAsync(server, "list", "--all");

        Assert.Equal((0, 0, $"Key {id} is revoked."), (rotated.ExitCode, revoked.ExitCode, revoked.Errors));
        Assert.Matches($"{id} +acme +standard +revoked .*owner-0001", list.Output);
        Assert.Matches($"{rotated.Output.Split('_')[1]} +acme +standard +live .*owner-0001", list.Output);
    }

    [Fact(Timeout = 300_000)]
    public async Task Commands_RedisWithoutKeysOrNotThere_OneLineSaysSo()
    {
        await using var server = await StartRedisAsync();
        await using var away = RedisServer.NotStarted();

        var empty = await RunAsync(server, "add", "acme", "--all-owners");
        var missing = await RunAsync(away, "list");
        var settings = await KeyCommandLine.RunAsync(["list", "--keys-store", "mongo"], TextWriter.Null, TextWriter.Null);

        Assert.Equal(
            (1, $"Redis at {server.Address} has no keys: check the address, or make a first key with \"keys add --create\"."),
            (empty.ExitCode, empty.Errors));
        Assert.Equal(1, missing.ExitCode);
        Assert.StartsWith($"Redis at {away.Address} does not answer: ", missing.Errors);
        Assert.DoesNotContain(Secret, missing.Errors);
        Assert.Equal(1, settings);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private static Task<RedisServer> StartRedisAsync() => RedisServer.StartAsync(
        "--user", "gateway", "on", $">{Secret}", "~*", "+@read", "+@write", "+@scripting", "+@connection",
        "--user", "default", "off");

    private static Task RefreshAsync(TestGateway gateway) =>
        gateway.Services.GetRequiredService<KeyRefresher>().RefreshAsync(Cancellation);

    /// <summary>Reads the keys again until a request has the status: only the client knows when it has found Redis again.</summary>
    private static async Task UntilAsync(TestGateway gateway, string key, HttpStatusCode expected)
    {
        while (await StatusAsync(gateway, key) != expected)
        {
            await RefreshAsync(gateway);
        }
    }

    private static async Task<HttpStatusCode> StatusAsync(
        TestGateway gateway, string key, string address = KeyedGateway.Invoice, HttpMethod? method = null)
    {
        using var response = await SendAsync(gateway, key, address, method ?? HttpMethod.Get, content: null);
        return response.StatusCode;
    }

    private static async Task<JsonElement> PostAsync(TestGateway gateway, string key, string address, string body)
    {
        using var content = new StringContent(body, System.Text.Encoding.UTF8, "application/json");
        using var response = await SendAsync(gateway, key, address, HttpMethod.Post, content);
        Assert.Equal(HttpStatusCode.Created, response.StatusCode);
        return JsonElement.Parse(await response.Content.ReadAsStringAsync(Cancellation));
    }

    private static async Task<HttpResponseMessage> SendAsync(
        TestGateway gateway, string key, string address, HttpMethod method, HttpContent? content)
    {
        using var request = new HttpRequestMessage(method, address) { Content = content };
        request.Headers.Add(KeyInRequest.Header, key);
        return await gateway.CreateClient().SendAsync(request, Cancellation);
    }

    private static async Task<string> ReadAsync(TestGateway gateway, string address)
    {
        using var response = await gateway.CreateClient().GetAsync(address, Cancellation);
        return await response.Content.ReadAsStringAsync(Cancellation);
    }

    private async Task<TestGateway> StartGatewayAsync(RedisServer server) => (await TestGateway.StartAsync())
        .With("Keys:Mode", "required").With("Keys:Store", "redis")
        .With("Redis:Address", server.Address).With("Redis:User", "gateway").With("Redis:PasswordFile", PasswordFile())
        .With("Redis:AnswerTimeout", "00:00:10");

    private async Task<string> AddAsync(RedisServer server, params string[] arguments)
    {
        var added = await RunAsync(server, ["add", .. arguments, "--create"]);
        Assert.Equal((0, true), (added.ExitCode, added.Output.StartsWith(ApiKey.Prefix, StringComparison.Ordinal)));
        return added.Output;
    }

    private async Task<(int ExitCode, string Output, string Errors)> RunAsync(RedisServer server, params string[] arguments)
    {
        var (output, errors) = (new StringWriter(), new StringWriter());
        var exitCode = await KeyCommandLine.RunAsync(
            [
                .. arguments, "--keys-store", "redis", "--redis", server.Address, "--redis-user", "gateway",
                "--redis-password-file", PasswordFile(), "--Redis:AnswerTimeout=00:00:10",
            ],
            output,
            errors);
        return (exitCode, $"{output}".Trim(), $"{errors}".Trim());
    }

    private string PasswordFile()
    {
        var file = Path.Combine(_folder.FullName, "password");
        File.WriteAllText(file, Secret);
        return file;
    }
}
