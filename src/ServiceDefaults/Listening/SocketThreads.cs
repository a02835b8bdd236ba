using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Listening;

/// <summary>
/// Runs requests on the threads that wait for sockets, instead of the thread pool. A short request costs about a quarter less CPU;
/// one that blocks its thread, or computes for long, delays all connections of that thread.
/// </summary>
public static class SocketThreads
{
    // .NET reads it at the first use of a socket, and has no setting for it in runtimeconfig.json.
    private const string Variable = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";

    /// <summary>Runs requests on socket threads up to <see cref="UseThreadPool"/>. Call this before a socket is used.</summary>
    public static WebApplicationBuilder RunOnSocketThreads(this WebApplicationBuilder builder)
    {
        Environment.SetEnvironmentVariable(Variable, "1");
        builder.Services.Configure<SocketTransportOptions>(sockets => sockets.UnsafePreferInlineScheduling = true);
        return builder;
    }

    /// <summary>Runs the rest of the pipeline on the thread pool.</summary>
    public static IApplicationBuilder UseThreadPool(this IApplicationBuilder app) => app.Use(next => context =>
        Thread.CurrentThread.IsThreadPoolThread ? next(context) : ContinueAsync(next, context));

    private static async Task ContinueAsync(RequestDelegate next, HttpContext context)
    {
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        await next(context);
    }
}
