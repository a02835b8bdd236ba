using System.Collections.Concurrent;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults.Tests.Telemetry;

public sealed class TelemetryPipelineTests
{
    [Fact]
    public async Task Telemetry_ServiceStops_SpansAndMetricsAreSentBefore()
    {
        var received = new ConcurrentDictionary<string, string>();
        await using var collector = await StartCollectorAsync(received);
        // Nothing is sent by the clock within the test; only the stop can send it.
        var settings = new Dictionary<string, string?>
        {
            ["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.Urls.First(),
            ["OTEL_BSP_SCHEDULE_DELAY"] = "3600000",
            ["OTEL_METRIC_EXPORT_INTERVAL"] = "3600000",
        };

        await using (var service = await TestService.StartAsync(
            map: app => app.MapGet("/things/{id}", (int id) => id), settings: settings))
        {
            await service.Client.GetStringAsync("/things/7", TestContext.Current.CancellationToken);
        }

        Assert.Contains("GET /things/{id}", received["/v1/traces"]);
        Assert.Contains("service.name", received["/v1/traces"]);
        Assert.Contains("sample", received["/v1/traces"]);
        Assert.Contains("http.server.request.duration", received["/v1/metrics"]);
    }

    private static async Task<WebApplication> StartCollectorAsync(ConcurrentDictionary<string, string> received)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var app = builder.Build();
        app.Run(async context =>
        {
            // Protobuf keeps texts as UTF-8: enough to look for names.
            using var reader = new StreamReader(context.Request.Body, Encoding.UTF8);
            var body = await reader.ReadToEndAsync(context.RequestAborted);
            received.AddOrUpdate(context.Request.Path, body, (_, earlier) => earlier + body);
        });
        await app.StartAsync(TestContext.Current.CancellationToken);
        return app;
    }
}
