using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace DotnetOrders;

internal static class Telemetry
{
    public static void AddTelemetry(this IServiceCollection services)
    {
        services.AddOpenTelemetry()
            .WithTracing(tracing => tracing
                .AddSource(Store.SourceName)
                .AddAspNetCoreInstrumentation()
                .AddHttpClientInstrumentation()
                .AddOtlpExporter(PreferHttp))
            .WithMetrics(metrics => metrics
                .AddMeter(Store.SourceName)
                .AddMeter("Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Server.Kestrel", "System.Net.Http")
                .AddRuntimeInstrumentation()
                .AddOtlpExporter((exporter, _) => PreferHttp(exporter)));
    }

    // The .NET exporter defaults to gRPC; the specification recommends HTTP.
    private static void PreferHttp(OtlpExporterOptions exporter)
    {
        if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable("OTEL_EXPORTER_OTLP_PROTOCOL")))
        {
            exporter.Protocol = OtlpExportProtocol.HttpProtobuf;
        }
    }
}
