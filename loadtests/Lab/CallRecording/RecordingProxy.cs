using Microsoft.AspNetCore.Connections;
using Yarp.ReverseProxy.Forwarder;

namespace DroneDelivery.LoadTests.Lab.CallRecording;

/// <summary>
/// A reverse proxy on 127.0.0.1 in front of a Cosmos DB account or an emulator. It counts the calls, and serves the counts as the
/// emulator's admin API does, so that <c>http --cosmos</c> reads them.
/// </summary>
internal sealed class RecordingProxy : IAsyncDisposable
{
    private const string Admin = "/_emulator";

    private static readonly ForwarderRequestConfig Http1 = new() { Version = new Version(1, 1) };

    private readonly WebApplication _app;
    private readonly Uri _target;
    private readonly CosmosTransformer _transformer;
    private readonly SpanExporter? _exporter;

    // Headers, traceparent among them, are passed on as they are.
    private readonly HttpMessageInvoker _invoker = new(new SocketsHttpHandler
    {
        ActivityHeadersPropagator = null,
        AllowAutoRedirect = false,
        UseCookies = false,
        UseProxy = false,
    });

    private RecordingProxy(Uri target, int port, SpanExporter? exporter, TimeProvider time)
    {
        (_target, _exporter, _transformer) = (target, exporter, new(target, Calls = new(time)));
        var builder = LoopbackServer.CreateBuilder(port);
        builder.WebHost.ConfigureKestrel(kestrel => (kestrel.AddServerHeader, kestrel.Limits.MaxRequestBodySize) = (false, null));
        builder.Services.AddHttpForwarder();
        _app = builder.Build();
        _app.Use(LoopbackServer.RefuseOtherSites);
        var forwarder = _app.Services.GetRequiredService<IHttpForwarder>();
        _app.Run(context => context.Request.Path.StartsWithSegments(Admin, out var rest)
            ? AdministerAsync(context, rest)
            : ForwardAsync(context, forwarder));
    }

    public Uri Address => new(_app.Urls.Single());

    public CallCounters Calls { get; }

    /// <summary>Whether a client has asked for the addresses of replicas: its data calls then do not come here.</summary>
    public bool SawDirectMode { get; private set; }

    /// <param name="port">0 for any free port.</param>
    /// <exception cref="LabException">The target does not answer, or the port is taken.</exception>
    public static async Task<RecordingProxy> StartAsync(
        Uri target, int port, SpanExporter? exporter, TimeProvider time, CancellationToken cancellationToken)
    {
        var proxy = new RecordingProxy(target, port, exporter, time);
        try
        {
            using var asked = new HttpRequestMessage(HttpMethod.Get, target);
            (await proxy._invoker.SendAsync(asked, cancellationToken)).Dispose();
            await proxy._app.StartAsync(cancellationToken);
            return proxy;
        }
        catch (Exception exception)
        {
            await proxy.DisposeAsync();
            throw exception switch
            {
                HttpRequestException => new LabException($"--to {target}: nothing answers: {exception.Message}", exception),
                IOException { InnerException: AddressInUseException } => new LabException(
                    $"Port {port} of 127.0.0.1 is taken. Choose another with --port, or 0 for any free port.", exception),
                _ => exception,
            };
        }
    }

    /// <summary>Waits a moment for the calls in progress.</summary>
    public Task StopAsync() => _app.StopAsync();

    public async ValueTask DisposeAsync()
    {
        await _app.DisposeAsync();
        _invoker.Dispose();
    }

    private async Task ForwardAsync(HttpContext context, IHttpForwarder forwarder)
    {
        using var call = new RecordedCall(context.Request.Headers.TraceParent);
        context.Features.Set(call);
        SawDirectMode |= context.Request.Path.Value?.Contains("/addresses", StringComparison.Ordinal) == true;
        var error = await forwarder.SendAsync(context, _target.ToString(), _invoker, Http1, _transformer);
        call.End(error == ForwarderError.None ? null : $"{error}");
        _exporter?.Add(call.Span);
    }

    private Task AdministerAsync(HttpContext context, PathString path)
    {
        switch (context.Request.Method, path.Value)
        {
            case ("GET", "/health"):
                return Task.CompletedTask;
            case ("GET", "/state"):
                _ = long.TryParse(context.Request.Query["sinceSecond"], out var second);
                return context.Response.WriteAsJsonAsync(Calls.Read(second), context.RequestAborted);
            case ("POST", "/reset"):
                Calls.Reset();
                return Task.CompletedTask;
            default:
                context.Response.StatusCode = StatusCodes.Status404NotFound;
                return Task.CompletedTask;
        }
    }
}
