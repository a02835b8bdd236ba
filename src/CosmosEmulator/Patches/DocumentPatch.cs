using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Patches;

/// <summary>
/// A partial update of a document, as the body of a request describes it: {"condition":"FROM c WHERE c.n = 1","operations":[…]}.
/// </summary>
/// <param name="Condition">A query without its SELECT clause, which the document must match; null for none.</param>
/// <param name="Operations">In their order: each sees what those before it changed.</param>
internal sealed record DocumentPatch(string? Condition, IReadOnlyList<PatchOperation> Operations)
{
    private const int MaxOperations = 10;

    // As deep as a document may be: then its nodes can read each value.
    private static readonly JsonDocumentOptions Options = new() { MaxDepth = 128 };

    /// <summary>The patch, or what is wrong with it.</summary>
    public static bool TryRead(
        ReadOnlyMemory<byte> body,
        IReadOnlyList<PropertyPath> partitionKeyPaths,
        [NotNullWhen(true)] out DocumentPatch? patch,
        [NotNullWhen(false)] out string? fault)
    {
        patch = null;
        try
        {
            fault = JsonStrings.FindFault(body.Span) is { } broken
                ? Malformed($"The request {broken}")
                : Read(body, partitionKeyPaths, out patch);
        }
        catch (JsonException error)
        {
            fault = Malformed($"The request is not valid JSON: {error.Message}");
        }

        return patch is not null;
    }

    /// <summary>Makes the document that all operations lead to, or says what is wrong with one of them.</summary>
    /// <param name="document">A JSON object, which is not changed.</param>
    /// <param name="patched">The new JSON.</param>
    public bool TryApply(
        ReadOnlyMemory<byte> document, out ReadOnlyMemory<byte> patched, [NotNullWhen(false)] out string? fault)
    {
        patched = default;
        var root = new PatchNode(document);
        for (var index = 0; index < Operations.Count; index++)
        {
            if (Operations[index].Apply(root) is { } wrong)
            {
                fault = $"For Operation({index + 1}): {wrong}";
                return false;
            }
        }

        patched = root.ToJson();
        fault = null;
        return true;
    }

    private static string? Read(
        ReadOnlyMemory<byte> body, IReadOnlyList<PropertyPath> partitionKeyPaths, out DocumentPatch? patch)
    {
        patch = null;
        using var json = JsonDocument.Parse(body, Options);
        var root = json.RootElement;
        var isObject = root.ValueKind == JsonValueKind.Object;
        var condition = isObject && root.TryGetProperty("condition", out var text) ? text : default;
        if (condition.ValueKind is not (JsonValueKind.Undefined or JsonValueKind.Null or JsonValueKind.String))
        {
            return Malformed("The condition is not a string.");
        }

        // The client for JavaScript sends the operations alone.
        var list = isObject ? FindOperations(root) : root;
        if (ReadOperations(list, partitionKeyPaths, out var operations) is { } fault)
        {
            return fault;
        }

        patch = new DocumentPatch(condition.ValueKind == JsonValueKind.String ? condition.GetString() : null, operations);
        return null;
    }

    private static JsonElement FindOperations(JsonElement body) =>
        body.TryGetProperty("operations", out var operations) ? operations : default;

    private static string? ReadOperations(
        JsonElement list, IReadOnlyList<PropertyPath> partitionKeyPaths, out List<PatchOperation> operations)
    {
        operations = [];
        if (list.ValueKind != JsonValueKind.Array || list.GetArrayLength() == 0)
        {
            return Malformed("The request has no operations.");
        }

        if (list.GetArrayLength() > MaxOperations)
        {
            return $"The number of patch operations cannot exceed {MaxOperations}.";
        }

        foreach (var item in list.EnumerateArray())
        {
            if (PatchOperationReader.Read(item, out var operation) is { } fault)
            {
                return Malformed($"Operation({operations.Count + 1}) {fault}");
            }

            if (operation!.FindForbidden(partitionKeyPaths) is { } forbidden)
            {
                return $"Invalid patch request: {forbidden}";
            }

            operations.Add(operation);
        }

        return null;
    }

    private static string Malformed(string detail) => $"Invalid patch request: check syntax of patch specification. {detail}";
}
