using System.Net;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// A server on a free port of 127.0.0.1 that receives spans and metrics by OTLP http/protobuf and adds them to their stores. An
/// export is answered after its content is in the store.
/// </summary>
public sealed class OtlpReceiver : IAsyncDisposable
{
    /// <summary>About ten times the default batch of an exporter (512 spans).</summary>
    public const int DefaultMaxMessageBytes = 8 * 1024 * 1024;

    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(2);

    private readonly WebApplication _app;
    private readonly OtlpEndpoints _endpoints;

    private OtlpReceiver(WebApplication app, OtlpEndpoints endpoints)
    {
        _app = app;
        _endpoints = endpoints;
        Endpoint = new Uri(app.Urls.Single());
    }

    /// <summary>The value for <c>OTEL_EXPORTER_OTLP_ENDPOINT</c>.</summary>
    public Uri Endpoint { get; }

    public ReceiverCounts Counts => _endpoints.Counts;

    public static Task<OtlpReceiver> StartAsync(SpanStore spans, MetricStore metrics, CancellationToken cancellationToken) =>
        StartAsync(spans, metrics, DefaultMaxMessageBytes, cancellationToken);

    /// <param name="maxMessageBytes">The largest accepted message, counted before and after decompression.</param>
    public static async Task<OtlpReceiver> StartAsync(
        SpanStore spans, MetricStore metrics, int maxMessageBytes, CancellationToken cancellationToken)
    {
        var endpoints = new OtlpEndpoints(spans, metrics, maxMessageBytes);
        var app = Build(endpoints);
        try
        {
            await app.StartAsync(cancellationToken);
            return new OtlpReceiver(app, endpoints);
        }
        catch
        {
            await app.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync();
        await _app.DisposeAsync();
    }

    /// <summary>Uses an empty builder, so that neither the environment nor a settings file changes the address.</summary>
    private static WebApplication Build(OtlpEndpoints endpoints)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, 0);
            kestrel.Limits.MaxRequestBodySize = null; // OtlpBody enforces the limit and reports it.
        });
        builder.Services.AddRoutingCore();
        builder.Services.AddSingleton<IHostLifetime, OwnerLifetime>();
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = StopTimeout);

        var app = builder.Build();
        endpoints.Map(app);
        return app;
    }

    /// <summary>The default lifetime would stop the receiver at Ctrl+C, before the services have flushed into it.</summary>
    private sealed class OwnerLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}

/// <summary>The counts of an <see cref="OtlpReceiver"/> since it started.</summary>
/// <param name="RefusedRequests">Requests with spans or metrics answered with 400, 413 or 415.</param>
/// <param name="DroppedAtSource">Attributes, events and links that the exporters report as dropped.</param>
public sealed record ReceiverCounts(
    long TraceRequests,
    long MetricRequests,
    long LogRequests,
    long RefusedRequests,
    long DroppedAtSource);
