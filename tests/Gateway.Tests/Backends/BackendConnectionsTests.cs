using System.Collections.Concurrent;
using System.Net;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace DroneDelivery.Gateway.Tests.Backends;

public sealed class BackendConnectionsTests
{
    private const string Setting = "Backends:Connections";
    private const string Package = "/api/packages/p-1";
    private const string Invoice = "/api/invoices/owner-0007?year=2025&month=3";

    private readonly ConcurrentQueue<(string Id, string Protocol)> _connections = [];

    [Theory(Timeout = 300_000)]
    [InlineData("http2", Package, 1, "HTTP/2")]
    [InlineData("http1", Package, 1, "HTTP/1.1")]
    [InlineData("http1", Invoice, 1, "HTTP/1.1")]
    [InlineData("close", Package, 3, "HTTP/1.1")]
    [InlineData("close", Invoice, 3, "HTTP/1.1")]
    public async Task Connections_ThreeRequests_AreKeptUnlessTheyAreClosed(
        string setting, string path, int connections, string protocol)
    {
        await using var package = await StartAsync(setting == "http2" ? HttpProtocols.Http2 : HttpProtocols.Http1);
        await using var gateway = await StartGatewayAsync(package, setting);

        await GetThreeAsync(gateway, path);

        Assert.Equal(
            (connections, protocol),
            (_connections.Distinct().Count(), Assert.Single(_connections.Select(each => each.Protocol).Distinct())));
    }

    [Theory(Timeout = 300_000)]
    [InlineData("http1")]
    [InlineData("close")]
    public async Task Readiness_BackendsSpeakHttp1_IsHealthy(string setting)
    {
        await using var package = await StartAsync(HttpProtocols.Http1);
        await using var gateway = await StartGatewayAsync(package, setting);
        using var client = gateway.CreateClient();

        var text = await client.GetStringAsync("/health/ready", TestContext.Current.CancellationToken);

        Assert.Contains($"package answers at {package.Address}", text);
    }

    [Fact(Timeout = 300_000)]
    public async Task Connections_SettingIsReloaded_AreThoseOfTheNewOne()
    {
        await using var package = await StartAsync(HttpProtocols.Http1);
        await using var gateway = await StartGatewayAsync(package, "http1");
        await GetThreeAsync(gateway, Package);

        gateway.Reloadable.Set((Setting, "close"));
        await GetThreeAsync(gateway, Package);

        Assert.Equal(1 + 3, _connections.Distinct().Count());
    }

    private async Task<FakeBackend> StartAsync(HttpProtocols protocol)
    {
        var backend = await FakeBackend.StartAsync(new IPEndPoint(IPAddress.Loopback, 0), protocol);
        backend.Answer("/deliveries/utilization", 200, """{"deliveries":4,"milesTraveled":12.5,"hoursAssigned":1.25}""");
        backend.Answer("/deliveries/summary", 200, """{"ownerId":"owner-0007","deliveries":4}""");
        backend.Answer("/drones/summary", 200, """{"assignments":4,"drones":3,"hoursAssigned":1.25}""");
        foreach (var path in (string[])["/packages/p-1", "/packages/summary"])
        {
            backend.Answer(path, context =>
            {
                _connections.Enqueue((context.Connection.Id, context.Request.Protocol));
                context.Response.ContentType = "application/json";
                return context.Response.WriteAsync("""{"packages":5,"fragile":1,"weightKilograms":7.35}""");
            });
        }

        return backend;
    }

    private static async Task<TestGateway> StartGatewayAsync(FakeBackend backend, string setting) =>
        (await TestGateway.StartAsync()).With(Setting, setting).With("Backends:Delivery", backend.Address)
            .With("Backends:Package", backend.Address).With("Backends:DroneScheduler", backend.Address);

    private static async Task GetThreeAsync(TestGateway gateway, string path)
    {
        using var client = gateway.CreateClient();
        for (var i = 0; i < 3; i++)
        {
            using var response = await client.GetAsync(path, TestContext.Current.CancellationToken);
            response.EnsureSuccessStatusCode();
        }
    }
}
