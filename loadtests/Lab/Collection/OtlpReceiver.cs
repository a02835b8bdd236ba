namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// A server on a free port of 127.0.0.1 that receives spans and metrics by OTLP http/protobuf and adds them to their stores. An
/// export is answered after its content is in the store.
/// </summary>
public sealed class OtlpReceiver : IAsyncDisposable
{
    /// <summary>About ten times the default batch of an exporter (512 spans).</summary>
    public const int DefaultMaxMessageBytes = 8 * 1024 * 1024;

    private readonly WebApplication _app;
    private readonly OtlpEndpoints _endpoints;

    private OtlpReceiver(WebApplication app, OtlpEndpoints endpoints, SpanStore spans, MetricStore metrics) =>
        (_app, _endpoints, Endpoint, Spans, Metrics) = (app, endpoints, new Uri(app.Urls.Single()), spans, metrics);

    /// <summary>The value for <c>OTEL_EXPORTER_OTLP_ENDPOINT</c>.</summary>
    public Uri Endpoint { get; }

    public SpanStore Spans { get; }

    public MetricStore Metrics { get; }

    /// <summary>The number of attributes, events and links that the exporters report as dropped, so far.</summary>
    public long DroppedAtSource => _endpoints.DroppedAtSource;

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
            return new OtlpReceiver(app, endpoints, spans, metrics);
        }
        catch
        {
            await app.DisposeAsync();
            throw;
        }
    }

    /// <summary>Clears the stores. Only telemetry from now on counts.</summary>
    public void Clear()
    {
        Spans.Clear(refuseEarlier: true);
        Metrics.Clear();
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync();
        await _app.DisposeAsync();
    }

    private static WebApplication Build(OtlpEndpoints endpoints)
    {
        var builder = LoopbackServer.CreateBuilder(port: 0);
        // OtlpBody enforces the limit and reports it.
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Limits.MaxRequestBodySize = null);
        var app = builder.Build();
        endpoints.Map(app);
        return app;
    }
}
