using System.Collections.Immutable;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>
/// Where a client goes on in an ordered query: after the row with these keys. It sends the filter to each partition with the query:
/// <c>{"value":[1.5],"rid":"AAAC…","exclude":false}</c>.
/// </summary>
/// <param name="Values">One for each key of ORDER BY.</param>
/// <param name="DocumentNumber">The document of the row, from which on rows with equal keys follow; null for all of them.</param>
/// <param name="IsExcluded">Whether no row with equal keys follows.</param>
internal sealed record ResumeFilter(ImmutableArray<CosmosValue> Values, long? DocumentNumber, bool IsExcluded)
{
    /// <exception cref="SqlRequestException">The filter has another shape.</exception>
    public static ResumeFilter Read(JsonElement filter)
    {
        if (filter.ValueKind != JsonValueKind.Object
            || !filter.TryGetProperty("value", out var values)
            || values.ValueKind != JsonValueKind.Array)
        {
            throw new SqlRequestException("The resumeFilter of the query request has no 'value' array.");
        }

        long? number = null;
        if (filter.TryGetProperty("rid", out var rid) && rid.ValueKind != JsonValueKind.Null)
        {
            number = rid.ValueKind == JsonValueKind.String ? ResourceIds.ReadDocumentNumber(rid.GetString()!) : null;
            _ = number ?? throw new SqlRequestException("The rid of the resumeFilter is not that of a document.");
        }

        var isExcluded = filter.TryGetProperty("exclude", out var exclude) && exclude.ValueKind == JsonValueKind.True;
        return new ResumeFilter([.. values.EnumerateArray().Select(ReadValue)], number, isExcluded);
    }

    /// <summary>
    /// The SDK writes undefined as an empty array, and an array or an object as <c>{"type":"array",…}</c> with a hash. Two of them
    /// have no order.
    /// </summary>
    private static CosmosValue ReadValue(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Array => CosmosValue.Undefined,
        JsonValueKind.Object when value.TryGetProperty("type", out var type)
            && type.ValueKind == JsonValueKind.String && type.ValueEquals("array") => CosmosValue.EmptyArray,
        _ => CosmosValue.From(value),
    };
}
