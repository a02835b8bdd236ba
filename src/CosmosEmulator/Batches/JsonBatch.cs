using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Batches;

/// <summary>
/// Batches as arrays of JSON, which the SDKs for JavaScript and Python send: the operations of a request, and the results of its
/// response.
/// </summary>
internal static class JsonBatch
{
    private static readonly JsonDocumentOptions Options = new() { MaxDepth = JsonDepth.Max };

    public static bool IsJson(ReadOnlyMemory<byte> body) => body.Span.TrimStart(" \t\r\n"u8).StartsWith("["u8);

    /// <summary>The operations in their order, or what is wrong with the body.</summary>
    /// <param name="isMinimal">Whether the client wants the results of writes without the documents.</param>
    public static bool TryRead(
        ReadOnlyMemory<byte> body,
        bool isMinimal,
        [NotNullWhen(true)] out IReadOnlyList<BatchOperation>? operations,
        [NotNullWhen(false)] out string? fault)
    {
        operations = null;
        try
        {
            using var json = JsonDocument.Parse(body, Options);
            fault = JsonStrings.FindFault(body.Span) is { } strings ? BatchLimits.Malformed($"it {strings.TrimEnd('.')}")
                : BatchLimits.FindFault(json.RootElement.GetArrayLength());
            operations = fault is null ? [.. json.RootElement.EnumerateArray().Select(each => Read(each, isMinimal))] : null;
        }
        catch (JsonException exception)
        {
            fault = BatchLimits.Malformed(exception.Message.TrimEnd('.'));
        }

        return operations is not null;
    }

    public static ReadOnlyMemory<byte> Write(IReadOnlyList<BatchResult> results)
    {
        var body = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(body, new JsonWriterOptions { MaxDepth = JsonDepth.Max });
        writer.WriteStartArray();
        foreach (var result in results)
        {
            Write(writer, result);
        }

        writer.WriteEndArray();
        writer.Flush();
        return body.WrittenMemory;
    }

    private static BatchOperation Read(JsonElement operation, bool isMinimal)
    {
        var type = operation.ValueKind == JsonValueKind.Object ? ReadText(operation, "operationType")
            : throw new JsonException("an operation is not an object");
        if (!Enum.TryParse<BatchOperationKind>(type, out var kind) || $"{kind}" != type)
        {
            throw new JsonException($"the operationType '{type}' is unknown");
        }

        var id = ReadText(operation, "id") ?? "";
        if (BatchOperation.FindFault(kind, id) is { } fault)
        {
            throw new JsonException(fault);
        }

        var body = operation.TryGetProperty("resourceBody", out var resource)
            ? JsonMarshal.GetRawUtf8Value(resource).ToArray()
            : ReadOnlyMemory<byte>.Empty;
        return new BatchOperation(kind, ReadText(operation, "partitionKey"), id, body)
        {
            IfMatch = ReadText(operation, "ifMatch"),
            IfNoneMatch = ReadText(operation, "ifNoneMatch"),
            IsMinimal = isMinimal && kind != BatchOperationKind.Read,
        };
    }

    private static string? ReadText(JsonElement operation, string name) =>
        !operation.TryGetProperty(name, out var value) || value.ValueKind == JsonValueKind.Null ? null
        : value.ValueKind == JsonValueKind.String ? value.GetString()
        : throw new JsonException($"the {name} of an operation is not a string");

    private static void Write(Utf8JsonWriter writer, BatchResult result)
    {
        writer.WriteStartObject();
        writer.WriteNumber("statusCode", result.Status);
        if (result.SubStatus != 0)
        {
            writer.WriteNumber("subStatusCode", result.SubStatus);
        }

        writer.WriteNumber("requestCharge", result.Charge.Value);
        if (result.RetryAfter is { } milliseconds)
        {
            writer.WriteNumber("retryAfterMilliseconds", milliseconds);
        }

        if (result.ETag is { } etag)
        {
            writer.WriteString("eTag", etag);
        }

        if (result.Document is { } document)
        {
            var json = new ArrayBufferWriter<byte>(document.Length);
            document.WriteTo(json);
            writer.WritePropertyName("resourceBody");
            writer.WriteRawValue(json.WrittenSpan, skipInputValidation: true);
        }

        writer.WriteEndObject();
    }
}
