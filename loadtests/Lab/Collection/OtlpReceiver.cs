using Google.Protobuf;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// A server on 127.0.0.1 with the routes of OTLP/HTTP (https://opentelemetry.io/docs/specs/otlp/#otlphttp). Spans
/// and metrics are added to their stores; logs are accepted and not kept. An export is answered after its content is stored.
/// </summary>
public sealed class OtlpReceiver : IAsyncDisposable
{
    /// <summary>About ten times the default batch of an exporter (512 spans).</summary>
    public const int DefaultMaxMessageBytes = 8 * 1024 * 1024;

    private readonly WebApplication _app;
    private readonly int _maxMessageBytes;
    private long _droppedAtSource;

    private OtlpReceiver(int port, SpanStore spans, MetricStore metrics, int maxMessageBytes)
    {
        (Spans, Metrics, _maxMessageBytes) = (spans, metrics, maxMessageBytes);
        var builder = LoopbackServer.CreateBuilder(port);
        // OtlpBody enforces the limit and reports it.
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Limits.MaxRequestBodySize = null);
        _app = builder.Build();
        _app.Use(LoopbackServer.RefuseOtherSites);
        var group = _app.MapGroup("/v1");
        group.MapPost("/traces", (HttpRequest request, CancellationToken token) =>
            TakeAsync(request, "ExportTraceServiceRequest", TakeSpans, token));
        group.MapPost("/metrics", (HttpRequest request, CancellationToken token) =>
            TakeAsync(request, "ExportMetricsServiceRequest", body => Metrics.Add(OtlpMetrics.Parse(body)), token));
        group.MapPost("/logs", Accepted);
    }

    /// <summary>The value for <c>OTEL_EXPORTER_OTLP_ENDPOINT</c>.</summary>
    public Uri Endpoint => new(_app.Urls.Single());

    public SpanStore Spans { get; }

    public MetricStore Metrics { get; }

    /// <summary>The number of attributes, events and links that exporters report as dropped since the last clearing.</summary>
    public long DroppedAtSource => Interlocked.Read(ref _droppedAtSource);

    /// <param name="seed">The seed for the sample of traces.</param>
    public static Task<OtlpReceiver> StartAsync(ulong seed, TimeProvider time, CancellationToken cancellationToken) =>
        StartAsync(port: 0, new SpanStore(seed, new SpanStoreLimits(), time), new MetricStore(), cancellationToken);

    /// <param name="port">The port that services are configured with; 0 for any free port.</param>
    /// <param name="maxMessageBytes">The largest accepted message, counted before and after decompression.</param>
    /// <exception cref="LabException">The port is taken.</exception>
    public static async Task<OtlpReceiver> StartAsync(
        int port, SpanStore spans, MetricStore metrics, CancellationToken cancellationToken,
        int maxMessageBytes = DefaultMaxMessageBytes)
    {
        var receiver = new OtlpReceiver(port, spans, metrics, maxMessageBytes);
        await LoopbackServer.StartAsync(
            receiver._app,
            $"No telemetry can be received: port {port} of 127.0.0.1 is taken, perhaps by a collector. "
            + "Stop that program, or choose another port with --otlp PORT.",
            cancellationToken);
        return receiver;
    }

    /// <summary>
    /// Clears the stores and the count of what exporters dropped. Spans that began before are refused from now on. Metrics
    /// need no such check: they are running totals and gauges, and a sample that was already on its way only adds one point.
    /// </summary>
    public void Clear()
    {
        Spans.Clear(refuseEarlier: true);
        Metrics.Clear();
        Interlocked.Exchange(ref _droppedAtSource, 0);
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync();
        await _app.DisposeAsync();
    }

    private void TakeSpans(ArraySegment<byte> message)
    {
        var batch = OtlpTraces.Parse(message);
        Spans.Add(batch.Spans);
        Interlocked.Add(ref _droppedAtSource, batch.DroppedAtSource);
    }

    private async Task<Results<FileContentHttpResult, ProblemHttpResult>> TakeAsync(
        HttpRequest request, string messageName, Action<ArraySegment<byte>> take, CancellationToken cancellationToken)
    {
        if (OtlpBody.FindUnsupported(request) is { } unsupported)
        {
            return Refuse(StatusCodes.Status415UnsupportedMediaType, unsupported);
        }

        try
        {
            if (await OtlpBody.ReadAsync(request, _maxMessageBytes, cancellationToken) is not { } message)
            {
                return Refuse(StatusCodes.Status413PayloadTooLarge, $"The message is larger than {_maxMessageBytes} bytes.");
            }

            take(message);
            return Accepted();
        }
        catch (Exception malformed) when (malformed is InvalidProtocolBufferException or InvalidDataException)
        {
            return Refuse(StatusCodes.Status400BadRequest, $"Not a readable {messageName}: {malformed.Message}");
        }
    }

    /// <summary>An empty body is the encoding of a response whose fields all have their default value.</summary>
    private static FileContentHttpResult Accepted() => TypedResults.Bytes(ReadOnlyMemory<byte>.Empty, OtlpBody.Protobuf);

    private static ProblemHttpResult Refuse(int status, string detail) => TypedResults.Problem(detail, statusCode: status);
}
