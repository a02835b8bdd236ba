using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.ServiceDefaults.Listening;

/// <summary><see cref="SocketThreads"/> for a service.</summary>
public static class SocketThreadExtensions
{
    /// <summary>Runs requests on socket threads up to <see cref="UseThreadPool"/>. Call this before a socket is used.</summary>
    public static WebApplicationBuilder RunOnSocketThreads(this WebApplicationBuilder builder)
    {
        SocketThreads.Use();
        builder.Services.Configure<SocketTransportOptions>(SocketThreads.Configure);
        return builder;
    }

    /// <summary>Runs the rest of the pipeline on the thread pool.</summary>
    public static IApplicationBuilder UseThreadPool(this IApplicationBuilder app) => app.Use(next => context =>
        Thread.CurrentThread.IsThreadPoolThread ? next(context) : ContinueAsync(next, context));

    private static async Task ContinueAsync(RequestDelegate next, HttpContext context)
    {
        await SocketThreads.SwitchToThreadPoolAsync();
        await next(context);
    }
}
