using DroneDelivery.ServiceDefaults.Faults;
using DroneDelivery.ServiceDefaults.Health;
using DroneDelivery.ServiceDefaults.Listening;
using DroneDelivery.ServiceDefaults.Logging;
using DroneDelivery.ServiceDefaults.OpenApi;
using DroneDelivery.ServiceDefaults.Problems;
using DroneDelivery.ServiceDefaults.Routing;
using DroneDelivery.ServiceDefaults.Settings;
using DroneDelivery.ServiceDefaults.Stopping;
using DroneDelivery.ServiceDefaults.Telemetry;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace DroneDelivery.ServiceDefaults;

/// <summary>
/// Adds the common parts of all services in two calls: one before the application is built, one after.
/// </summary>
public static class ServiceDefaultsExtensions
{
    public static WebApplicationBuilder AddServiceDefaults(this WebApplicationBuilder builder, ServiceIdentity identity)
    {
        builder.Services.AddSingleton(identity);
        builder.Services.TryAddSingleton(TimeProvider.System);
        return builder
            .AddSettingsFile()
            .AddLogLevels()
            .AddListening(identity)
            .AddStopping()
            .AddTelemetry(identity)
            .AddProblems()
            .AddFaults()
            .AddHealth()
            .AddOpenApiDocuments(identity);
    }

    /// <summary>Call this first: the middleware it adds must see every request.</summary>
    public static WebApplication UseServiceDefaults(this WebApplication app)
    {
        app.UseSettingsFile();
        app.UseHeadAsGet().UseAdminPort().UseTracePropagation().UseProblems().UseFaults().MapHealth().MapMetrics()
            .MapOpenApiDocuments();
        return app;
    }
}
