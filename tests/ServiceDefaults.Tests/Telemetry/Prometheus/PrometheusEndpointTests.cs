using System.Net;
using Microsoft.AspNetCore.Builder;

namespace DroneDelivery.ServiceDefaults.Tests.Telemetry.Prometheus;

public sealed class PrometheusEndpointTests
{
    [Fact]
    public async Task Metrics_NoOtlpEndpointSet_AreServedAsText()
    {
        await using var service = await TestService.StartAsync(map: app => app.MapGet("/scraped/{id}", (int id) => id));
        await service.Client.GetStringAsync("/scraped/7", TestContext.Current.CancellationToken);

        using var response = await service.Client.GetAsync("/metrics", TestContext.Current.CancellationToken);

        Assert.Equal("text/plain; version=0.0.4; charset=utf-8", response.Content.Headers.ContentType?.ToString());
        var text = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.Matches("""http_server_request_duration_seconds_count\{.*http_route="/scraped/\{id\}".*\} 1\n""", text);
        Assert.Contains("# TYPE dotnet_gc_pause_time_seconds_total counter\n", text);
        Assert.Contains("service_name=\"sample\"", text);
    }

    [Fact]
    public async Task Metrics_Scraped_AreNotCountedAsRequests()
    {
        await using var service = await TestService.StartAsync();
        await service.Client.GetStringAsync("/metrics", TestContext.Current.CancellationToken);

        var text = await service.Client.GetStringAsync("/metrics", TestContext.Current.CancellationToken);

        Assert.DoesNotContain("http_route=\"/metrics\"", text);
    }

    [Fact]
    public async Task Metrics_CostlyInstruments_AreNotCollected()
    {
        await using var service = await TestService.StartAsync(
            identity: TestService.Identity with { CostlyInstruments = ["kestrel.*"] });
        await service.Client.GetStringAsync("/health/live", TestContext.Current.CancellationToken);

        var text = await service.Client.GetStringAsync("/metrics", TestContext.Current.CancellationToken);

        Assert.Contains("http_server_request_duration_seconds", text);
        Assert.DoesNotContain("kestrel_", text);
    }

    [Fact]
    public async Task Metrics_SwitchedOff_AreNotFound()
    {
        await using var service = await TestService.StartAsync(settings: new() { ["Telemetry:MetricsEndpoint"] = "false" });

        using var response = await service.Client.GetAsync("/metrics", TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.NotFound, response.StatusCode);
    }
}
