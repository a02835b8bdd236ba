using System.Net;
using DroneDelivery.CosmosEmulator.Protocol;
using Microsoft.AspNetCore.Connections;

namespace DroneDelivery.LoadTests.Lab;

/// <summary>Web servers on 127.0.0.1 in the lab's process.</summary>
internal static class LoopbackServer
{
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(2);

    /// <summary>Uses an empty builder, so that neither the environment nor a settings file changes the address.</summary>
    /// <param name="port">0 for any free port.</param>
    public static WebApplicationBuilder CreateBuilder(int port)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, port));
        builder.Services.AddRoutingCore();
        builder.Services.AddSingleton<IHostLifetime, OwnerLifetime>();
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = StopTimeout);
        return builder;
    }

    /// <summary>Starts a server, or disposes it.</summary>
    /// <param name="taken">The error message if its port is taken.</param>
    /// <exception cref="LabException">The port is taken.</exception>
    public static async Task StartAsync(WebApplication app, string taken, CancellationToken cancellationToken)
    {
        try
        {
            await app.StartAsync(cancellationToken);
        }
        catch (Exception exception)
        {
            await app.DisposeAsync();
            throw exception is IOException { InnerException: AddressInUseException }
                ? new LabException(taken, exception)
                : exception;
        }
    }

    /// <summary>A middleware: see <see cref="LoopbackGuard"/>.</summary>
    public static Task RefuseOtherSites(HttpContext context, RequestDelegate next) =>
        LoopbackGuard.FindRefusal(context.Request) is { } refusal
            ? TypedResults.Problem(refusal, statusCode: StatusCodes.Status403Forbidden).ExecuteAsync(context)
            : next(context);

    /// <summary>Only the owner stops a server. The default lifetime would stop it at Ctrl+C, while services use it.</summary>
    private sealed class OwnerLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
