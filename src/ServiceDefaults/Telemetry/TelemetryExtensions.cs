using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Telemetry;

/// <summary>
/// Traces and metrics by OTLP (http/protobuf), to where OTEL_EXPORTER_OTLP_ENDPOINT says; nothing is collected without it.
/// </summary>
internal static class TelemetryExtensions
{
    public static WebApplicationBuilder AddTelemetry(this WebApplicationBuilder builder)
    {
        // Read at the first request: without it .NET 10's server spans carry no tags.
        AppContext.SetSwitch("Microsoft.AspNetCore.Hosting.SuppressActivityOpenTelemetryData", false);
        if (!string.IsNullOrEmpty(builder.Configuration[TelemetryPipeline.EndpointVariable]))
        {
            builder.Services.AddSingleton<TelemetryPipeline>();
            builder.Services.AddHostedService(services => services.GetRequiredService<TelemetryPipeline>());
        }

        return builder;
    }

    public static WebApplication UseServerSpans(this WebApplication app)
    {
        app.UseMiddleware<ServerSpanMiddleware>();
        return app;
    }
}
