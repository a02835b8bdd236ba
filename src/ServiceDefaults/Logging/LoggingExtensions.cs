using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration.Memory;

namespace DroneDelivery.ServiceDefaults.Logging;

/// <summary>
/// Quiet logs by default: no line per request, and a failed start is reported once, by <see cref="ServiceProgram"/>.
/// </summary>
internal static class LoggingExtensions
{
    private static readonly Dictionary<string, string?> Levels = new()
    {
        ["Logging:LogLevel:Microsoft.AspNetCore"] = "Warning",
        // At any level each request gets an Activity and a log scope, even without tracing: a third of the cost of proxying it.
        ["Logging:LogLevel:Microsoft.AspNetCore.Hosting.Diagnostics"] = "None",
        ["Logging:LogLevel:System.Net.Http"] = "Warning",
        ["Logging:LogLevel:Yarp"] = "Warning",
        // A stack trace for each request that could not be forwarded or whose client disconnected: the gateway logs failures
        // itself, at most one line a second.
        ["Logging:LogLevel:Yarp.ReverseProxy.Forwarder.HttpForwarder"] = "Critical",
        // A stack trace for each probe of a backend that is not reachable.
        ["Logging:LogLevel:Yarp.ReverseProxy.Health"] = "Error",
        // The response of the readiness probe has the failures; the log would repeat them while a backend starts.
        ["Logging:LogLevel:Microsoft.Extensions.Diagnostics.HealthChecks"] = "Critical",
        // Its errors end the process with an exception, which is printed; a failed background service is logged as critical.
        ["Logging:LogLevel:Microsoft.Extensions.Hosting.Internal.Host"] = "Critical",
    };

    public static WebApplicationBuilder AddLogLevels(this WebApplicationBuilder builder)
    {
        // First, so that every other source (appsettings.json, environment, command line) can override them.
        builder.Configuration.Sources.Insert(0, new MemoryConfigurationSource { InitialData = Levels });
        return builder;
    }
}
