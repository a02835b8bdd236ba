using DroneDelivery.ServiceDefaults.Cosmos;
using DroneDelivery.ServiceDefaults.Resilience;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace DroneDelivery.ServiceDefaults.Telemetry;

/// <summary>
/// The OpenTelemetry SDK of the process: starts before the server takes requests, and sends what is left when it stops.
/// </summary>
internal sealed class TelemetryPipeline(ServiceIdentity identity, IConfiguration configuration)
    : IHostedLifecycleService, IDisposable
{
    public const string EndpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT";

    private static readonly string[] Sources =
        ["Microsoft.AspNetCore", "System.Net.Http", "Azure.Cosmos.Operation", CosmosCallTracer.SourceName];

    private static readonly string[] Meters =
    [
        "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Server.Kestrel",
        "System.Net.Http", "System.Runtime", ResilienceMeter.Name,
    ];

    // A second, not OpenTelemetry's five: whoever watches a run sees its spans while it goes on.
    private static readonly Dictionary<string, string?> Defaults = new() { ["OTEL_BSP_SCHEDULE_DELAY"] = "1000" };

    private OpenTelemetrySdk? _sdk;

    public Task StartingAsync(CancellationToken cancellationToken)
    {
        _sdk = OpenTelemetrySdk.Create(telemetry =>
        {
            telemetry.Services.AddSingleton(WithDefaults(configuration));
            telemetry.ConfigureResource(resource => resource.AddService(identity.Name).AddEnvironmentVariableDetector());
            telemetry.WithTracing(tracing => tracing
                .AddSource(Sources)
                .SetSampler(new ParentBasedSampler(new AlwaysOnSampler()))
                .AddOtlpExporter(otlp => otlp.Protocol = OtlpExportProtocol.HttpProtobuf));
            telemetry.WithMetrics(metrics => metrics
                .AddMeter(Meters)
                .AddOtlpExporter(otlp => otlp.Protocol = OtlpExportProtocol.HttpProtobuf));
        });
        return Task.CompletedTask;
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>After the server: the last requests have ended by then, and with them their spans.</summary>
    public Task StoppedAsync(CancellationToken cancellationToken)
    {
        Dispose();
        return Task.CompletedTask;
    }

    public void Dispose()
    {
        _sdk?.Dispose();
        _sdk = null;
    }

    private static IConfiguration WithDefaults(IConfiguration configuration) =>
        new ConfigurationBuilder().AddInMemoryCollection(Defaults).AddConfiguration(configuration).Build();
}
