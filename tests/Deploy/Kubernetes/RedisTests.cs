using System.Net;
using DroneDelivery.Deploy.Tests.Programs;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>The script of the component <c>redis</c>, and the rotation of its password by the steps of docs/deploy.md.</summary>
public sealed class RedisTests : IAsyncDisposable
{
    private readonly ContainerPrograms _programs = new();

    public ValueTask DisposeAsync() => _programs.DisposeAsync();

    [Theory]
    [InlineData("first", "first")]
    [InlineData("first\n", "first")]
    [InlineData("first\nsecond", "first second")]
    [InlineData("first\nsecond\n", "first second")]
    [InlineData("first\r\nsecond\r\n", "first second")]
    [InlineData("first\n\nsecond\n\n", "first second")]
    [InlineData("", "")]
    [InlineData("\n", "")]
    public async Task Script_WithASecret_AcceptsThePasswordsOfItsLinesOnly(string secret, string accepted)
    {
        var manifest = await Manifest.LoadComponentAsync("redis");
        using var table = new ClusterAddresses(manifest);
        await using var redis = new RedisContainer(manifest, table);

        await redis.StartAsync(secret);

        foreach (var password in new[] { "first", "second", "third" })
        {
            Assert.StartsWith(
                accepted.Split(' ').Contains(password) ? "+OK" : "-WRONGPASS",
                await redis.SendAsync($"AUTH {password}"), StringComparison.Ordinal);
        }

        Assert.StartsWith("-NOAUTH", await redis.SendAsync("PING"), StringComparison.Ordinal);
    }

    [Fact(Timeout = 300_000)]
    public async Task Rotation_ByTheStepsOfTheDocs_KeepsGatewaysWithTheOldPasswordUntilItIsRemoved()
    {
        const string next = "next";
        var manifest = await Manifest.LoadComponentAsync("keys");
        using var table = new ClusterAddresses(manifest);
        await using var redis = new RedisContainer(manifest, table);
        await redis.StartAsync(RedisContainer.Password);
        var old = table.Configure(manifest.Workload("gateway"));
        var first = await redis.AddKeyAsync(old, "first");
        // No backend runs, so the gateway is not ready.
        await _programs.StartAsync(old with { Probes = [old.Probes[0]] });

        await redis.StartAsync($"{next}\n{RedisContainer.Password}\n");
        // The key is added with the next password. The gateway has the old one, and reads the key when it is connected again.
        var second = await redis.AddKeyAsync(old, "second");
        await _programs.WaitForAsync(
            "gateway",
            table.Address("gateway", 5090, "/metrics"),
            "gateway_keys_known{otel_scope_name=\"DroneDelivery.Gateway.Keys\"} 2\n");
        Assert.Equal(HttpStatusCode.OK, await ListKeysAsync(table, first));
        Assert.Equal(HttpStatusCode.OK, await ListKeysAsync(table, second));

        await redis.StartAsync($"{next}\n");
        Assert.StartsWith("-WRONGPASS", await redis.SendAsync($"AUTH {RedisContainer.Password}"), StringComparison.Ordinal);
        Assert.StartsWith("+OK", await redis.SendAsync($"AUTH {next}"), StringComparison.Ordinal);
    }

    private static async Task<HttpStatusCode> ListKeysAsync(ClusterAddresses table, string key)
    {
        using var http = new HttpClient();
        http.DefaultRequestHeaders.Add("X-Api-Key", key);
        using var response = await http.GetAsync(
            table.Address("gateway", 5090, "/admin/keys"), TestContext.Current.CancellationToken);
        return response.StatusCode;
    }
}
