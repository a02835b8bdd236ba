using DroneDelivery.ServiceDefaults.Resilience;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Tests.Telemetry;

public sealed class TelemetryPipelineTests
{
    [Fact]
    public async Task Telemetry_ServiceStops_SpansAndMetricsAreSentBefore()
    {
        await using var collector = await Collector.StartAsync();

        await CallAsync(collector.Settings(), "/things/7");

        Assert.Contains("GET /things/{id}", collector.Traces);
        Assert.Contains("service.name", collector.Traces);
        Assert.Contains("sample", collector.Traces);
        Assert.Contains("http.server.request.duration", collector.Metrics);
    }

    [Fact]
    public async Task Metrics_OfAService_TellOfRequestsConnectionsRuntimeAndRetries()
    {
        await using var collector = await Collector.StartAsync();

        await CallAsync(collector.Settings(), $"/relay?to={Uri.EscapeDataString(collector.Address)}");

        string[] expected =
        [
            "http.server.request.duration", "http.client.request.duration", "http.client.request.time_in_queue",
            "http.client.open_connections", "kestrel.active_connections", "kestrel.connection.duration",
            "dotnet.process.cpu.time", "dotnet.process.memory.working_set", "dotnet.gc.pause.time",
            "dotnet.gc.last_collection.heap.size", "dotnet.thread_pool.thread.count", "dotnet.thread_pool.queue.length",
            "resilience.polly.strategy.attempt.duration", "resilience.polly.pipeline.duration",
        ];
        Assert.All(expected, name => Assert.Contains(name, collector.Metrics));
    }

    [Fact(Timeout = 30_000)]
    public async Task Metrics_ExportInterval_IsThatOfTheVariable()
    {
        await using var collector = await Collector.StartAsync();
        await using var service = await TestService.StartAsync(settings: collector.Settings(interval: "50"));

        await collector.FirstMetrics.WaitAsync(TestContext.Current.CancellationToken);

        Assert.Contains("dotnet.process.cpu.time", collector.Metrics);
    }

    /// <summary>Calls a service and stops it, which sends what it has.</summary>
    private static async Task CallAsync(Dictionary<string, string?> settings, string path)
    {
        await using var service = await TestService.StartAsync(
            builder => builder.Services.AddHttpClient("peer").AddResilience(),
            app =>
            {
                app.MapGet("/things/{id}", (int id) => id);
                app.MapGet("/relay", async (string? to, IHttpClientFactory clients) =>
                    to is null ? "" : await clients.CreateClient("peer").GetStringAsync(new Uri(to)));
            },
            settings);
        await service.Client.GetStringAsync(path, TestContext.Current.CancellationToken);
    }
}
