using System.Net;
using DroneDelivery.ServiceDefaults.Health;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.ServiceDefaults.Tests.Health;

public sealed class HealthCommandTests
{
    [Fact]
    public async Task Health_UrlAnswers200_EndsWith0()
    {
        await using var service = await TestService.StartAsync();

        Assert.Equal((0, ""), await RunAsync($"{service.Client.BaseAddress}health/ready"));
    }

    [Fact]
    public async Task Health_UrlAnswers503_EndsWith1AndSaysSo()
    {
        await using var service = await TestService.StartAsync(
            map: app => app.MapGet("/sick", () => Results.Text("not yet", statusCode: 503)));
        var url = $"{service.Client.BaseAddress}sick";

        Assert.Equal((1, $"{url} answered 503: not yet"), await RunAsync(url));
    }

    [Fact]
    public async Task Health_NothingListens_EndsWith1AndSaysSo()
    {
        using var port = new UnansweredPort();
        var url = $"{port.Address}health/ready";

        var (exitCode, error) = await RunAsync(url);

        Assert.Equal(1, exitCode);
        Assert.StartsWith($"{url} did not answer: ", error, StringComparison.Ordinal);
    }

    // A proxy's address often comes from the environment of a container, and the proxy does not reach this container's ports.
    [Fact]
    public async Task Health_ProxyInTheEnvironment_IsNotUsed()
    {
        await using var service = await TestService.StartAsync();
        using var port = new UnansweredPort();
        HttpClient.DefaultProxy = new ProxyOf("?proxied", port.Address);

        Assert.Equal((0, ""), await RunAsync($"{service.Client.BaseAddress}health/ready?proxied"));
    }

    [Theory]
    [InlineData()]
    [InlineData("health/ready")]
    [InlineData("/health/ready")]
    [InlineData("http://127.0.0.1:1/", "http://127.0.0.1:2/")]
    public async Task Health_NotOneUrl_EndsWith1AndShowsAnExample(params string[] args) => Assert.Equal(
        (1, "health needs one URL, such as http://127.0.0.1:5110/health/ready."), await RunAsync(args));

    private static async Task<(int ExitCode, string Error)> RunAsync(params string[] args)
    {
        using var errors = new StringWriter();
        return (await HealthCommand.RunAsync(args, errors, TimeSpan.FromSeconds(60)), errors.ToString().TrimEnd());
    }

    /// <summary>A proxy for one query only: other tests run at the same time.</summary>
    private sealed class ProxyOf(string query, Uri proxy) : IWebProxy
    {
        public ICredentials? Credentials { get; set; }

        public Uri GetProxy(Uri destination) => proxy;

        public bool IsBypassed(Uri host) => host.Query != query;
    }
}
