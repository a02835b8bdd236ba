using System.Net;
using System.Net.Sockets;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Serves the live page and its API on 127.0.0.1, in the lab's process.</summary>
internal sealed class LiveServer(WebApplication app, LiveFeed feed, SettingsEndpoints settings) : IAsyncDisposable
{
    /// <summary>Differs from the default ports of the services.</summary>
    public const int DefaultPort = 5070;

    private const string ContentPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'";

    public Uri Address { get; } = new(app.Urls.Single());

    /// <param name="port">0 for any free port.</param>
    /// <param name="controls">Null for a read-only page.</param>
    /// <exception cref="LabException">The port is taken.</exception>
    public static async Task<LiveServer> StartAsync(
        int port, LiveFeed feed, LiveTelemetry telemetry, LiveControls? controls, CancellationToken cancellationToken)
    {
        var settings = new SettingsEndpoints(controls);
        var builder = LoopbackServer.CreateBuilder(port);
        builder.Services.ConfigureHttpJsonOptions(json => json.SerializerOptions.Converters.Add(new JsonStringEnumConverter()));
        var app = builder.Build();
        app.Use(Guard);
        app.MapPage();
        app.MapGet("/api/live", (CancellationToken gone) => TypedResults.ServerSentEvents(feed.ReadAsync(gone)));
        new TraceEndpoints(telemetry.Traces).Map(app);
        new DiagnosisEndpoint(feed, telemetry).Map(app);
        settings.Map(app);
        await LoopbackServer.StartAsync(app, Taken(port), cancellationToken);
        return new LiveServer(app, feed, settings);
    }

    /// <summary>Checks the port before a long start, so that a taken port is reported at once.</summary>
    /// <exception cref="LabException">The port is taken.</exception>
    public static void RequireFree(int port)
    {
        try
        {
            using var listener = new TcpListener(IPAddress.Loopback, port);
            listener.Start();
        }
        catch (SocketException exception)
        {
            throw exception.SocketErrorCode == SocketError.AddressAlreadyInUse
                ? new LabException(Taken(port), exception)
                : new LabException($"The live page cannot be served: port {port} of 127.0.0.1: {exception.Message}", exception);
        }
    }

    public async ValueTask DisposeAsync()
    {
        feed.End();
        await app.StopAsync();
        await app.DisposeAsync();
        settings.Dispose();
    }

    private static Task Guard(HttpContext context, RequestDelegate next)
    {
        context.Response.Headers.ContentSecurityPolicy = ContentPolicy;
        context.Response.Headers.XContentTypeOptions = "nosniff";
        context.Response.Headers.CacheControl = "no-cache";
        return LoopbackServer.RefuseOtherSites(context, next);
    }

    private static string Taken(int port) =>
        $"The live page cannot be served: port {port} of 127.0.0.1 is taken. Choose another port, or 0 for any free port.";
}
