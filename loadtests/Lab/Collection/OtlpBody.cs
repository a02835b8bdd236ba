using System.IO.Compression;
using Microsoft.Net.Http.Headers;

namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>The body of an OTLP request: protobuf, plain or gzip, of a bounded size.</summary>
internal static class OtlpBody
{
    public const string Protobuf = "application/x-protobuf";

    private const string Gzip = "gzip";
    private const int ChunkBytes = 64 * 1024;

    /// <summary>The reason why the headers of the request are not supported; null if they are.</summary>
    public static string? FindUnsupported(HttpRequest request)
    {
        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out var type) || !type.MatchesMediaType(Protobuf))
        {
            return $"The content type is '{request.ContentType}'; only {Protobuf} is taken. "
                + "Set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf at the exporter.";
        }

        var encoding = request.Headers.ContentEncoding.ToString();
        return encoding is "" or "identity" || IsGzip(request)
            ? null
            : $"The content encoding is '{encoding}'; only {Gzip} or none is taken.";
    }

    /// <summary>The decompressed message; null if it is too large before or after decompression.</summary>
    public static async Task<ArraySegment<byte>?> ReadAsync(
        HttpRequest request, int maxBytes, CancellationToken cancellationToken)
    {
        if (request.ContentLength > maxBytes)
        {
            return null;
        }

        await using var body = IsGzip(request) ? new GZipStream(request.Body, CompressionMode.Decompress) : request.Body;
        using var message = new MemoryStream();
        var chunk = new byte[Math.Min(ChunkBytes, maxBytes + 1)];
        while (await body.ReadAsync(chunk, cancellationToken) is > 0 and var read)
        {
            if (message.Length + read > maxBytes)
            {
                return null;
            }

            message.Write(chunk, 0, read);
        }

        return new ArraySegment<byte>(message.GetBuffer(), 0, (int)message.Length);
    }

    private static bool IsGzip(HttpRequest request) =>
        request.Headers.ContentEncoding.ToString().Equals(Gzip, StringComparison.OrdinalIgnoreCase);
}
