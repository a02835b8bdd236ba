using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>What a query request's body holds: {"query":"…","parameters":[{"name":"@o","value":…}]}.</summary>
/// <param name="Hash">Of the text and the parameters.</param>
/// <param name="Resume">Null for a query from its start.</param>
internal sealed record SqlRequest(string Text, QueryParameters Parameters, ulong Hash, ResumeFilter? Resume)
{
    /// <summary>The most characters of a query text; clients are told it with the account.</summary>
    public const int MaxTextLength = 262_144;

    private static readonly JsonDocumentOptions Options = new() { MaxDepth = JsonDepth.Max };

    /// <summary>Reads the body. A body that is not of that shape throws <see cref="SqlRequestException"/>.</summary>
    public static SqlRequest Parse(ReadOnlyMemory<byte> body)
    {
        try
        {
            if (JsonStrings.FindFault(body.Span) is { } fault)
            {
                throw new SqlRequestException($"The query request {fault}");
            }

            using var document = JsonDocument.Parse(body, Options);
            return Read(document.RootElement.Clone());
        }
        catch (JsonException error)
        {
            throw new SqlRequestException($"The query request is not valid JSON: {error.Message}");
        }
    }

    private static SqlRequest Read(JsonElement body)
    {
        if (body.ValueKind != JsonValueKind.Object
            || !body.TryGetProperty("query", out var text)
            || text.ValueKind != JsonValueKind.String)
        {
            throw new SqlRequestException("The query request has no 'query' string.");
        }

        var query = text.GetString()!;
        return query.Length <= MaxTextLength
            ? new SqlRequest(query, ReadParameters(body), HashOf(query, body), ReadResume(body))
            : throw new SqlRequestException($"A query of over {MaxTextLength} characters is not supported: {query.Length}.");
    }

    private static ulong HashOf(string text, JsonElement body)
    {
        var parameters = body.TryGetProperty("parameters", out var list) ? list.GetRawText() : "";
        return MurmurHash3.Hash128(Encoding.UTF8.GetBytes($"{text}\n{parameters}")).Low;
    }

    private static ResumeFilter? ReadResume(JsonElement body) =>
        body.TryGetProperty("resumeFilter", out var filter) && filter.ValueKind != JsonValueKind.Null ? ResumeFilter.Read(filter) : null;

    private static QueryParameters ReadParameters(JsonElement body)
    {
        if (!body.TryGetProperty("parameters", out var list) || list.ValueKind == JsonValueKind.Null)
        {
            return QueryParameters.None;
        }

        if (list.ValueKind != JsonValueKind.Array)
        {
            throw new SqlRequestException("The query request's 'parameters' is not an array.");
        }

        var values = new Dictionary<string, CosmosValue>(StringComparer.Ordinal);
        foreach (var parameter in list.EnumerateArray())
        {
            AddParameter(values, parameter);
        }

        return new QueryParameters(values);
    }

    private static void AddParameter(Dictionary<string, CosmosValue> values, JsonElement parameter)
    {
        if (parameter.ValueKind != JsonValueKind.Object
            || !parameter.TryGetProperty("name", out var name)
            || name.ValueKind != JsonValueKind.String
            || !name.GetString()!.StartsWith('@'))
        {
            throw new SqlRequestException("A query parameter has no 'name' that starts with @.");
        }

        // A parameter without a value is there, but undefined.
        _ = parameter.TryGetProperty("value", out var value);
        if (!values.TryAdd(name.GetString()!, CosmosValue.From(value)))
        {
            throw new SqlRequestException($"The query parameter '{name.GetString()}' is given twice.");
        }
    }
}
