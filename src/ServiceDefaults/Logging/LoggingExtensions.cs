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
        // If enabled, each request gets an Activity and a log scope, even without tracing: a third of the cost of proxying it.
        ["Logging:LogLevel:Microsoft.AspNetCore.Hosting.Diagnostics"] = "None",
        // A client that does not read its answers causes a critical line for each of them. The metric kestrel.connection.duration
        // counts such connections, with the error.type output_queue_size_exceeded.
        ["Logging:LogLevel:Microsoft.AspNetCore.Server.Kestrel.Http2"] = "None",
        ["Logging:LogLevel:System.Net.Http"] = "Warning",
        ["Logging:LogLevel:Yarp"] = "Warning",
        // It logs a stack trace for each request that could not be forwarded or whose client disconnected. The gateway logs
        // failures itself, at most one line a second.
        ["Logging:LogLevel:Yarp.ReverseProxy.Forwarder.HttpForwarder"] = "Critical",
        // It logs a stack trace for each probe of a backend that is not reachable.
        ["Logging:LogLevel:Yarp.ReverseProxy.Health"] = "Error",
        // The response of the readiness probe contains the failures; the log would repeat them while a backend starts.
        ["Logging:LogLevel:Microsoft.Extensions.Diagnostics.HealthChecks"] = "Critical",
        // Errors end the process with an exception, which is printed; a failed background service is logged as critical.
        ["Logging:LogLevel:Microsoft.Extensions.Hosting.Internal.Host"] = "Critical",
    };

    public static WebApplicationBuilder AddLogLevels(this WebApplicationBuilder builder)
    {
        // It is the first source, so that all others (appsettings.json, environment, command line) can override the levels.
        builder.Configuration.Sources.Insert(0, new MemoryConfigurationSource { InitialData = Levels });
        return builder;
    }
}
