using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration.Memory;

namespace DroneDelivery.ServiceDefaults.Logging;

/// <summary>
/// Quiet logs by default: no line per request, and a failed start is told once, by <see cref="ServiceProgram"/>.
/// </summary>
internal static class LoggingExtensions
{
    private static readonly Dictionary<string, string?> Levels = new()
    {
        ["Logging:LogLevel:Microsoft.AspNetCore"] = "Warning",
        // At any level each request gets an Activity and a log scope, also where nobody traces: a third of what handing it on
        // costs.
        ["Logging:LogLevel:Microsoft.AspNetCore.Hosting.Diagnostics"] = "None",
        ["Logging:LogLevel:System.Net.Http"] = "Warning",
        ["Logging:LogLevel:Yarp"] = "Warning",
        // A stack trace for each request that could not be handed on, or whose client went: the gateway warns of failures itself,
        // in one line a second.
        ["Logging:LogLevel:Yarp.ReverseProxy.Forwarder.HttpForwarder"] = "Critical",
        // A stack trace for each look at a backend that is away.
        ["Logging:LogLevel:Yarp.ReverseProxy.Health"] = "Error",
        // Whoever asks for readiness gets the failures as the answer, again and again while a backend starts.
        ["Logging:LogLevel:Microsoft.Extensions.Diagnostics.HealthChecks"] = "Critical",
        // Its errors are those that end the process with their exception, printed there; a failed background service is critical.
        ["Logging:LogLevel:Microsoft.Extensions.Hosting.Internal.Host"] = "Critical",
    };

    public static WebApplicationBuilder AddLogLevels(this WebApplicationBuilder builder)
    {
        // First, so that every other source (appsettings.json, environment, command line) may say otherwise.
        builder.Configuration.Sources.Insert(0, new MemoryConfigurationSource { InitialData = Levels });
        return builder;
    }
}
