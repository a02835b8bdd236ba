using DroneDelivery.ServiceDefaults.Cosmos;
using DroneDelivery.ServiceDefaults.Resilience;
using DroneDelivery.ServiceDefaults.Telemetry.Prometheus;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace DroneDelivery.ServiceDefaults.Telemetry;

/// <summary>
/// The OpenTelemetry SDK of the process: starts before the server accepts requests and flushes when the server has stopped. It is
/// not created if there is neither an OTLP endpoint nor a metrics endpoint.
/// </summary>
internal sealed class TelemetryPipeline(
    ServiceIdentity identity, IConfiguration configuration, IOptions<TelemetryOptions> options, PrometheusExporter prometheus)
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

    // One second instead of OpenTelemetry's five: the live page shows spans while a run is in progress.
    private static readonly Dictionary<string, string?> Defaults = new() { ["OTEL_BSP_SCHEDULE_DELAY"] = "1000" };

    private OpenTelemetrySdk? _sdk;

    public Task StartingAsync(CancellationToken cancellationToken)
    {
        var sendsOtlp = !string.IsNullOrEmpty(configuration[EndpointVariable]);
        if (sendsOtlp || options.Value.MetricsEndpoint)
        {
            _sdk = OpenTelemetrySdk.Create(telemetry => Configure(telemetry, sendsOtlp));
        }

        return Task.CompletedTask;
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Runs after the server has stopped, when the last requests and their spans have ended.</summary>
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

    private void Configure(IOpenTelemetryBuilder telemetry, bool sendsOtlp)
    {
        telemetry.Services.AddSingleton(WithDefaults(configuration));
        telemetry.ConfigureResource(resource => resource.AddService(identity.Name).AddEnvironmentVariableDetector());
        telemetry.WithMetrics(metrics => metrics.AddMeter([.. Meters, .. identity.Meters]));
        if (options.Value.MetricsEndpoint)
        {
            telemetry.WithMetrics(metrics => metrics.AddReader(new BaseExportingMetricReader(prometheus)));
        }

        if (sendsOtlp)
        {
            telemetry.WithMetrics(metrics => metrics.AddOtlpExporter(UseHttp));
            telemetry.WithTracing(tracing => tracing
                .AddSource(Sources)
                .SetSampler(RequestSampler.ForRatio(options.Value.TraceRatio))
                .AddOtlpExporter(UseHttp));
        }
        else
        {
            telemetry.WithMetrics(metrics => Drop(metrics, identity.CostlyInstruments));
        }
    }

    // A dropped instrument has no listener, so that it measures nothing.
    private static void Drop(MeterProviderBuilder metrics, IReadOnlyList<string> instruments)
    {
        foreach (var instrument in instruments)
        {
            metrics.AddView(instrument, MetricStreamConfiguration.Drop);
        }
    }

    private static void UseHttp(OtlpExporterOptions otlp) => otlp.Protocol = OtlpExportProtocol.HttpProtobuf;

    private static IConfiguration WithDefaults(IConfiguration configuration) =>
        new ConfigurationBuilder().AddInMemoryCollection(Defaults).AddConfiguration(configuration).Build();
}
