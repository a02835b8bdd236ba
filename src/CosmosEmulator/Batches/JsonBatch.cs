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
    private static readonly string[] Texts = ["operationType", "id", "partitionKey", "ifMatch", "ifNoneMatch"];

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
            fault = JsonStrings.FindFault(body.Span) is { } strings
                ? BatchFaults.Malformed($"it {strings.TrimEnd('.')}")
                : BatchFaults.FindCountFault(json.RootElement.GetArrayLength()) ?? Read(json.RootElement, isMinimal, out operations);
        }
        catch (JsonException exception)
        {
            fault = BatchFaults.Malformed(exception.Message.TrimEnd('.'));
        }

        return fault is null;
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

    /// <summary>Returns what is wrong with an operation; null if all are read.</summary>
    private static string? Read(JsonElement batch, bool isMinimal, out IReadOnlyList<BatchOperation>? operations)
    {
        var read = new List<BatchOperation>();
        operations = read;
        foreach (var json in batch.EnumerateArray())
        {
            if (FindFault(json, out var kind) is { } fault)
            {
                return BatchFaults.Malformed(fault);
            }

            read.Add(Read(json, kind, isMinimal));
        }

        return null;
    }

    private static string? FindFault(JsonElement operation, out BatchOperationKind kind)
    {
        kind = default;
        if (operation.ValueKind != JsonValueKind.Object)
        {
            return "an operation is not an object";
        }

        if (Texts.FirstOrDefault(name => !IsText(operation, name)) is { } other)
        {
            return $"the {other} of an operation is not a string";
        }

        var type = ReadText(operation, "operationType");
        return Enum.TryParse(type, out kind) && $"{kind}" == type
            ? BatchFaults.FindIdFault(kind, ReadText(operation, "id") ?? "")
            : $"the operationType '{type}' is unknown";
    }

    private static BatchOperation Read(JsonElement operation, BatchOperationKind kind, bool isMinimal)
    {
        var body = operation.TryGetProperty("resourceBody", out var resource)
            ? JsonMarshal.GetRawUtf8Value(resource).ToArray()
            : ReadOnlyMemory<byte>.Empty;
        return new BatchOperation(kind, ReadText(operation, "partitionKey"), ReadText(operation, "id") ?? "", body)
        {
            IfMatch = ReadText(operation, "ifMatch"),
            IfNoneMatch = ReadText(operation, "ifNoneMatch"),
            IsMinimal = isMinimal && kind != BatchOperationKind.Read,
        };
    }

    private static bool IsText(JsonElement operation, string name) =>
        !operation.TryGetProperty(name, out var value) || value.ValueKind is JsonValueKind.String or JsonValueKind.Null;

    /// <summary>Null if it is absent.</summary>
    private static string? ReadText(JsonElement operation, string name) =>
        operation.TryGetProperty(name, out var value) ? value.GetString() : null;

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
