using System.Text.Json;
using System.Text.Json.Serialization;
using DroneDelivery.ServiceDefaults.Listening;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics.HealthChecks;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace DroneDelivery.ServiceDefaults.Health;

/// <summary>
/// <c>/health/live</c>: the process responds. <c>/health/ready</c>: every registered health check passes too, otherwise 503; if
/// the service has an admin port, only that port shows the details of the checks.
/// </summary>
internal static class HealthExtensions
{
    private static readonly JsonSerializerOptions Options =
        new(JsonSerializerDefaults.Web) { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };

    public static WebApplicationBuilder AddHealth(this WebApplicationBuilder builder)
    {
        builder.Services.AddHealthChecks();
        return builder;
    }

    public static WebApplication MapHealth(this WebApplication app)
    {
        app.MapHealthChecks("/health/live", new() { Predicate = _ => false, ResponseWriter = WriteAsync });
        app.MapHealthChecks("/health/ready", new HealthCheckOptions { ResponseWriter = WriteAsync });
        return app;
    }

    // The details contain addresses of backends.
    private static Task WriteAsync(HttpContext context, HealthReport report) => context.Response.WriteAsJsonAsync(
        new HealthResponse(
            report.Status.ToString(),
            AdminPort.Admits(context)
                ? report.Entries.ToDictionary(
                    entry => entry.Key, entry => entry.Value.Description ?? entry.Value.Status.ToString())
                : null),
        Options,
        context.RequestAborted);

    private sealed record HealthResponse(string Status, Dictionary<string, string>? Checks);
}
