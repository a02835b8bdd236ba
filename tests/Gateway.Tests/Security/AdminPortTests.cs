using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Tests.Keys;

namespace DroneDelivery.Gateway.Tests.Security;

/// <summary>Usage, keys, metrics and addresses of backends are for operators: only the admin port shows them.</summary>
public sealed class AdminPortTests
{
    private const string Metric = "kestrel_active_connections";

    [Theory(Timeout = 300_000)]
    [InlineData("x")]
    [InlineData("127.0.0.1:{admin}")]
    public async Task PublicPort_Metrics_DoNotExist(string host)
    {
        await using var gateway = await OpenGateway.StartAsync();
        host = host.Replace("{admin}", $"{gateway.AdminPort}", StringComparison.Ordinal);

        var answer = await gateway.SendAsync(Get("/metrics", host));

        Assert.Equal([404], answer.Statuses);
        Assert.DoesNotContain(Metric, answer.Text);
    }

    [Fact(Timeout = 300_000)]
    public async Task AdminPort_Metrics_Are200()
    {
        await using var gateway = await OpenGateway.StartAsync();

        var answer = await gateway.SendToAdminPortAsync(Get("/metrics"));

        Assert.Equal([200], answer.Statuses);
        Assert.Contains(Metric, answer.Text);
    }

    // A browser that resolves the name of a site to 127.0.0.1 sends that name.
    [Theory(Timeout = 300_000)]
    [InlineData("/")]
    [InlineData("/metrics")]
    [InlineData("/health/ready")]
    [InlineData("/openapi/admin.json")]
    [InlineData("/admin/keys")]
    [InlineData("/nowhere")]
    public async Task AdminPort_HostOfASite_Is403(string path)
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var key = (await keyed.Keys.AddAsync("operator", KeyScopes.Admin)).Reveal();
        await using var gateway = OpenGateway.Open(keyed.Gateway);

        var rebound = await gateway.SendToAdminPortAsync(Get(path, "site.example", key));
        var published = await gateway.SendAsync(Get("/health/live", "site.example"));

        Assert.Equal((403, 200), (Assert.Single(rebound.Statuses), Assert.Single(published.Statuses)));
        Assert.Contains("only 127.0.0.1, [::1] and localhost are served", rebound.Text);
    }

    [Fact(Timeout = 300_000)]
    public async Task Readiness_ShowsAddressesOfBackendsOnTheAdminPortOnly()
    {
        var backends = await TestGateway.StartAsync();
        var away = backends.Package.Address;
        await backends.Package.DisposeAsync();
        await using var gateway = OpenGateway.Open(backends);

        var shown = await gateway.SendToAdminPortAsync(Get("/health/ready"));
        var hidden = await gateway.SendAsync(Get("/health/ready"));

        Assert.Equal((200, 200), (Assert.Single(shown.Statuses), Assert.Single(hidden.Statuses)));
        Assert.Contains(away, shown.Text);
        Assert.DoesNotContain(away, hidden.Text);
        Assert.DoesNotContain("checks", hidden.Text);
    }

    [Fact(Timeout = 300_000)]
    public async Task Administration_WithItsKey_IsOnTheAdminPortOnly()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var key = (await keyed.Keys.AddAsync("operator", KeyScopes.Admin)).Reveal();
        await using var gateway = OpenGateway.Open(keyed.Gateway);

        var there = await gateway.SendToAdminPortAsync(Get("/admin/keys", key: key));
        var hidden = await gateway.SendAsync(Get("/admin/keys", key: key));

        Assert.Equal((200, 404), (Assert.Single(there.Statuses), Assert.Single(hidden.Statuses)));
        Assert.DoesNotContain("operator", hidden.Text);
    }

    [Fact(Timeout = 300_000)]
    public async Task Administration_IsDescribedOnTheAdminPortOnly()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Usage:Mode", "sqlite");
        await using var gateway = OpenGateway.Open(keyed.Gateway);

        var published = await gateway.SendAsync(Get("/openapi/v1.json?documentName=admin"));
        var hidden = await gateway.SendAsync(Get("/openapi/admin.json"));
        var there = await gateway.SendToAdminPortAsync(Get("/openapi/admin.json"));

        Assert.Equal((200, 404, 200), (published.Statuses[0], hidden.Statuses[0], there.Statuses[0]));
        Assert.Contains("/api/invoices/{ownerId}", published.Text);
        Assert.DoesNotContain("/admin", published.Text);
        Assert.Contains("/admin/keys", there.Text);
        Assert.Contains("/admin/usage", there.Text);
        Assert.DoesNotContain("/api/", there.Text);
    }

    // Addresses stay in the history of browsers and in the logs of proxies.
    [Fact(Timeout = 300_000)]
    public async Task Administration_KeyInTheQuery_IsRefused()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        var key = (await keyed.Keys.AddAsync("operator", (KeyScopes)~0)).Reveal();
        await using var gateway = OpenGateway.Open(keyed.Gateway);

        var refused = await gateway.SendToAdminPortAsync(Get($"/admin/keys?api_key={key}"));
        var missing = await gateway.SendToAdminPortAsync(Get($"/admin/nowhere?api_key={key}"));
        var served = await gateway.SendAsync(Get($"{KeyedGateway.Invoice}&api_key={key}"));

        Assert.Equal((401, 401, 200), (refused.Statuses[0], missing.Statuses[0], served.Statuses[0]));
    }

    private static string Get(string path, string host = "127.0.0.1", string? key = null) =>
        $"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
        + (key is null ? "\r\n" : $"{KeyInRequest.Header}: {key}\r\n\r\n");
}
