using System.Collections.Concurrent;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults.Tests.Telemetry;

/// <summary>Receives what a service sends by OTLP. Protobuf keeps texts as UTF-8: enough to look for names.</summary>
internal sealed class Collector(WebApplication app) : IAsyncDisposable
{
    private readonly ConcurrentDictionary<string, string> _received = new();
    private readonly TaskCompletionSource _processorTime = new();

    public string Address => app.Urls.First();

    /// <summary>Completes with the first metrics that contain the processor time of the process.</summary>
    public Task ProcessorTime => _processorTime.Task;

    public string Traces => _received.GetValueOrDefault("/v1/traces", "");

    public string Metrics => _received.GetValueOrDefault("/v1/metrics", "");

    public static async Task<Collector> StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var app = builder.Build();
        var collector = new Collector(app);
        app.Run(collector.ReceiveAsync);
        await app.StartAsync(TestContext.Current.CancellationToken);
        return collector;
    }

    /// <summary>Settings of a service that sends here; with hours between two sendings, so that only its stop can send.</summary>
    public Dictionary<string, string?> Settings(string interval = "3600000") => new()
    {
        ["OTEL_EXPORTER_OTLP_ENDPOINT"] = Address,
        ["OTEL_BSP_SCHEDULE_DELAY"] = interval,
        ["OTEL_METRIC_EXPORT_INTERVAL"] = interval,
    };

    public ValueTask DisposeAsync() => app.DisposeAsync();

    private async Task ReceiveAsync(HttpContext context)
    {
        using var reader = new StreamReader(context.Request.Body, Encoding.UTF8);
        var body = await reader.ReadToEndAsync(context.RequestAborted);
        _received.AddOrUpdate(context.Request.Path, body, (_, earlier) => earlier + body);
        if (Metrics.Contains("dotnet.process.cpu.time", StringComparison.Ordinal))
        {
            _processorTime.TrySetResult();
        }
    }
}
