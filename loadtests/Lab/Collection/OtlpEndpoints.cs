using Google.Protobuf;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>
/// The routes of OTLP/HTTP (https://opentelemetry.io/docs/specs/otlp/#otlphttp). Spans and metrics are stored; logs are accepted
/// and not kept.
/// </summary>
internal sealed class OtlpEndpoints(SpanStore spans, MetricStore metrics, int maxMessageBytes)
{
    private long _droppedAtSource;

    public long DroppedAtSource => Interlocked.Read(ref _droppedAtSource);

    public void Map(IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup("/v1");
        group.MapPost("/traces", PostTracesAsync);
        group.MapPost("/metrics", PostMetricsAsync);
        group.MapPost("/logs", Accepted);
    }

    private Task<Results<FileContentHttpResult, ProblemHttpResult>> PostTracesAsync(
        HttpRequest request, CancellationToken cancellationToken) =>
        TakeAsync(request, "ExportTraceServiceRequest", TakeSpans, cancellationToken);

    private Task<Results<FileContentHttpResult, ProblemHttpResult>> PostMetricsAsync(
        HttpRequest request, CancellationToken cancellationToken) =>
        TakeAsync(request, "ExportMetricsServiceRequest", body => metrics.Add(OtlpMetrics.Parse(body)), cancellationToken);

    private void TakeSpans(ArraySegment<byte> message)
    {
        var batch = OtlpTraces.Parse(message);
        spans.Add(batch.Spans);
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
            if (await OtlpBody.ReadAsync(request, maxMessageBytes, cancellationToken) is not { } message)
            {
                return Refuse(StatusCodes.Status413PayloadTooLarge, $"The message is larger than {maxMessageBytes} bytes.");
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
