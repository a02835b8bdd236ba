using DroneDelivery.ServiceDefaults.Cosmos;
using DroneDelivery.ServiceDefaults.Telemetry.Prometheus;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Configuration.Memory;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace DroneDelivery.ServiceDefaults.Telemetry;

/// <summary>
/// Traces and metrics by OTLP (http/protobuf) to OTEL_EXPORTER_OTLP_ENDPOINT, and metrics for Prometheus at <c>/metrics</c>. If
/// neither is enabled, the OpenTelemetry SDK is not started.
/// </summary>
internal static class TelemetryExtensions
{
    private const string OtlpEndpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT";

    private static readonly string[] Sources = ["System.Net.Http", "Azure.Cosmos.Operation", CosmosCallTracer.SourceName];

    private static readonly string[] Meters =
    [
        "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.RateLimiting", "Microsoft.AspNetCore.Server.Kestrel",
        "System.Net.Http", "System.Runtime", CosmosCallMeter.Name,
    ];

    // One second instead of OpenTelemetry's five: the load lab's live page shows spans while a run is in progress.
    private static readonly Dictionary<string, string?> Defaults = new() { ["OTEL_BSP_SCHEDULE_DELAY"] = "1000" };

    public static WebApplicationBuilder AddTelemetry(this WebApplicationBuilder builder, ServiceIdentity identity)
    {
        builder.Configuration.Sources.Insert(0, new MemoryConfigurationSource { InitialData = Defaults });
        builder.Services.AddOptionsWithValidateOnStart<TelemetryOptions, TelemetryOptionsValidator>()
            .BindConfiguration(TelemetryOptions.Section);
        builder.Services.AddSingleton<PrometheusExporter>();

        var sendsOtlp = !string.IsNullOrEmpty(builder.Configuration[OtlpEndpointVariable]);
        var servesMetrics = builder.Configuration.GetValue(TelemetryOptions.MetricsEndpointKey, defaultValue: true);
        if (sendsOtlp || servesMetrics)
        {
            builder.Services.AddOpenTelemetry()
                .ConfigureResource(resource => resource.Clear().AddService(identity.Name).AddEnvironmentVariableDetector())
                .WithMetrics(metrics => AddMetrics(metrics, identity, sendsOtlp, servesMetrics));
        }

        if (sendsOtlp)
        {
            builder.Services.AddOpenTelemetry().WithTracing(AddTraces);
        }

        return builder;
    }

    public static WebApplication UseTracePropagation(this WebApplication app)
    {
        app.UseMiddleware<CallersTraceMiddleware>();
        return app;
    }

    public static WebApplication MapMetrics(this WebApplication app)
    {
        if (app.Services.GetRequiredService<IOptions<TelemetryOptions>>().Value.MetricsEndpoint)
        {
            app.MapPrometheus();
        }

        return app;
    }

    private static void AddMetrics(MeterProviderBuilder metrics, ServiceIdentity identity, bool sendsOtlp, bool servesMetrics)
    {
        metrics.AddMeter([.. Meters, .. identity.Meters]);
        if (servesMetrics)
        {
            metrics.AddReader(services => new BaseExportingMetricReader(services.GetRequiredService<PrometheusExporter>()));
        }

        if (sendsOtlp)
        {
            metrics.AddOtlpExporter(UseHttp);
            return;
        }

        // Without OTLP the costly instruments are dropped: one that a view drops has no listener and measures nothing.
        foreach (var instrument in identity.CostlyInstruments)
        {
            metrics.AddView(instrument, MetricStreamConfiguration.Drop);
        }
    }

    private static void AddTraces(TracerProviderBuilder traces) => traces
        .AddAspNetCoreInstrumentation()
        .AddSource(Sources)
        .SetSampler(services =>
            RequestSampler.ForRatio(services.GetRequiredService<IOptions<TelemetryOptions>>().Value.TraceRatio))
        .AddOtlpExporter(UseHttp);

    private static void UseHttp(OtlpExporterOptions otlp) => otlp.Protocol = OtlpExportProtocol.HttpProtobuf;
}
