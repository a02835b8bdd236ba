using System.Buffers.Binary;
using Google.Protobuf;
using Opentelemetry.Proto.Collector.Metrics.V1;
using Opentelemetry.Proto.Collector.Trace.V1;
using Opentelemetry.Proto.Trace.V1;

namespace DroneDelivery.LoadTests.Lab.Import;

/// <summary>
/// Export requests of OTLP: as JSON one on each line, as the Collector's file exporter writes them, or a single object; as
/// protobuf a single one, or each after its length in four bytes.
/// </summary>
internal static class OtlpFile
{
    private const int LengthBytes = 4;

    private const byte FirstField = 0x0A;

    /// <summary>The largest single request.</summary>
    private const int MaxBytes = 256 * 1024 * 1024;

    private static readonly JsonParser Json = new(JsonParser.Settings.Default.WithIgnoreUnknownFields(true));

    public static bool Recognizes(FileHead head) => head.IsJson
        ? head.Has("\"resourceSpans\"") || head.Has("\"resourceMetrics\"") || head.Has("\"resourceLogs\"")
        : head.Bytes.Any(value => value < '\t') && (IsPrefixed(head.Bytes) || head.Bytes[0] == FirstField);

    public static void Read(ImportSource source, ImportedData data)
    {
        var head = FileHead.Read(source.Stream.Name);
        if (!head.IsJson)
        {
            ReadProtobuf(source, data, IsPrefixed(head.Bytes));
        }
        else if (head.FirstLine.Contains("\"resource", StringComparison.Ordinal))
        {
            source.UseLines(line => ReadJson(line, source, data));
        }
        else
        {
            using var reader = new StreamReader(source.Stream, leaveOpen: true);
            source.Use(1, () => ReadJson(WithinLimit(source.Stream.Length, reader.ReadToEnd), source, data));
        }
    }

    private static void ReadJson(string text, ImportSource source, ImportedData data)
    {
        if (text.Contains("\"resourceSpans\"", StringComparison.Ordinal))
        {
            var request = Json.Parse<ExportTraceServiceRequest>(text);
            foreach (var span in SpansOf(request))
            {
                (span.TraceId, span.SpanId, span.ParentSpanId) = (Id(span.TraceId), Id(span.SpanId), Id(span.ParentSpanId));
            }

            Add(OtlpTraces.FromRequest(request), data);
        }
        else if (text.Contains("\"resourceMetrics\"", StringComparison.Ordinal))
        {
            data.Add(OtlpMetrics.FromRequest(Json.Parse<ExportMetricsServiceRequest>(text)));
        }
        else if (text.Contains("\"resourceLogs\"", StringComparison.Ordinal))
        {
            source.Skip("logs");
        }
        else
        {
            throw new FormatException("It is not an export of traces, metrics or logs.");
        }
    }

    /// <summary>OTLP writes ids in hex, which the parser reads as base64: each hex digit is a digit of base64 too.</summary>
    private static ByteString Id(ByteString id) => ByteString.CopyFrom(Convert.FromHexString(id.ToBase64()));

    private static void ReadProtobuf(ImportSource source, ImportedData data, bool isPrefixed)
    {
        for (var number = 1L; source.Stream.Position < source.Stream.Length; number++)
        {
            source.ShowProgress();
            var left = source.Stream.Length - source.Stream.Position;
            var length = isPrefixed ? ReadLength(source.Stream) : left;
            if (length > left)
            {
                source.Use(number, () => throw new FormatException("The file ends within a message."));
                return;
            }

            var message = WithinLimit(length, () =>
            {
                var bytes = new byte[length];
                source.Stream.ReadExactly(bytes);
                return bytes;
            });
            source.Use(number, () => ReadMessage(message, data));
        }
    }

    /// <summary>Requests of traces and of metrics have the same field: the ids of spans tell them apart.</summary>
    private static void ReadMessage(byte[] message, ImportedData data)
    {
        if (TryParse(message) is { } traces)
        {
            Add(OtlpTraces.FromRequest(traces), data);
        }
        else
        {
            data.Add(OtlpMetrics.Parse(message));
        }
    }

    private static ExportTraceServiceRequest? TryParse(byte[] message)
    {
        try
        {
            var request = ExportTraceServiceRequest.Parser.ParseFrom(message);
            return SpansOf(request).All(span =>
                span.TraceId.Length == OtlpTraces.TraceIdBytes && span.SpanId.Length == OtlpTraces.SpanIdBytes)
                ? request
                : null;
        }
        catch (InvalidProtocolBufferException)
        {
            return null;
        }
    }

    private static IEnumerable<Span> SpansOf(ExportTraceServiceRequest request) =>
        request.ResourceSpans.SelectMany(resource => resource.ScopeSpans).SelectMany(scope => scope.Spans);

    private static void Add(OtlpTraces traces, ImportedData data)
    {
        foreach (var span in traces.Spans)
        {
            data.Add(span);
        }

        data.AddDroppedAtSource(traces.DroppedAtSource);
    }

    private static bool IsPrefixed(byte[] head) => head.Length > LengthBytes && head[0] != FirstField
        && head[LengthBytes] == FirstField && BinaryPrimitives.ReadInt32BigEndian(head) is > 0 and <= MaxBytes;

    private static long ReadLength(Stream stream)
    {
        Span<byte> length = stackalloc byte[LengthBytes];
        return stream.ReadAtLeast(length, LengthBytes, throwOnEndOfStream: false) == LengthBytes
            ? BinaryPrimitives.ReadUInt32BigEndian(length)
            : long.MaxValue;
    }

    private static T WithinLimit<T>(long bytes, Func<T> read) => bytes <= MaxBytes
        ? read()
        : throw new LabException(
            $"One object of OTLP has {Count(bytes / 1_000_000)} MB, and at most {Count(MaxBytes / 1_000_000)} are read at once. "
            + "Write one export to each line, as the Collector's file exporter does.");
}
