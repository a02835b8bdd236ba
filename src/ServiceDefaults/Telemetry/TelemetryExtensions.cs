using DroneDelivery.ServiceDefaults.Telemetry.Prometheus;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Telemetry;

/// <summary>
/// Traces and metrics by OTLP (http/protobuf), to where OTEL_EXPORTER_OTLP_ENDPOINT says, and metrics for Prometheus at
/// <c>/metrics</c>.
/// </summary>
internal static class TelemetryExtensions
{
    public static WebApplicationBuilder AddTelemetry(this WebApplicationBuilder builder)
    {
        // Read at the first request: without it .NET 10's server spans carry no tags.
        AppContext.SetSwitch("Microsoft.AspNetCore.Hosting.SuppressActivityOpenTelemetryData", false);
        builder.Services.AddOptionsWithValidateOnStart<TelemetryOptions, TelemetryOptionsValidator>()
            .BindConfiguration(TelemetryOptions.Section);
        builder.Services.AddSingleton<PrometheusExporter>();
        builder.Services.AddSingleton<TelemetryPipeline>();
        builder.Services.AddHostedService(services => services.GetRequiredService<TelemetryPipeline>());
        return builder;
    }

    public static WebApplication UseServerSpans(this WebApplication app)
    {
        app.UseMiddleware<ServerSpanMiddleware>().UseMiddleware<CallersTraceMiddleware>();
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
}
