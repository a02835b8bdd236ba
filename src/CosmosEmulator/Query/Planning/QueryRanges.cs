using System.Collections.Immutable;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>The plan's queryRanges: points in the space of hashed partition keys, or null for all of it.</summary>
internal sealed record QueryRanges(ImmutableArray<string>? Points)
{
    // The key that no document has: the SDK asks one partition and finds nothing there. It takes no empty list.
    private static readonly ImmutableArray<string> Nowhere = [""];

    public static QueryRanges FromFilter(
        BoundExpression? filter, PropertyPath partitionKey, Func<ScalarValue, string> effectivePartitionKey)
    {
        if (PossibleValues.Find(filter) is not { } possible)
        {
            return new QueryRanges(Nowhere);
        }

        // A hash keeps no order, so only fixed values narrow.
        if (!possible.TryGetValue(partitionKey, out var values))
        {
            return new QueryRanges((ImmutableArray<string>?)null);
        }

        var points = values.Select(SqlJson.ToScalar).Select(effectivePartitionKey).Distinct(StringComparer.Ordinal);
        return new QueryRanges([.. points.Order(StringComparer.Ordinal)]);
    }

    public static QueryRanges FromHeader(string header, Func<ScalarValue, string> effectivePartitionKey) =>
        new([effectivePartitionKey(ReadHeader(header))]);

    public void Write(Utf8JsonWriter writer)
    {
        writer.WriteStartArray("queryRanges");
        if (Points is { } points)
        {
            foreach (var point in points)
            {
                WriteRange(writer, point, point, isMaxInclusive: true);
            }
        }
        else
        {
            WriteRange(writer, "", "FF", isMaxInclusive: false);
        }

        writer.WriteEndArray();
    }

    private static void WriteRange(Utf8JsonWriter writer, string min, string max, bool isMaxInclusive)
    {
        writer.WriteStartObject();
        writer.WriteString("min", min);
        writer.WriteString("max", max);
        writer.WriteBoolean("isMinInclusive", true);
        writer.WriteBoolean("isMaxInclusive", isMaxInclusive);
        writer.WriteEndObject();
    }

    private static ScalarValue ReadHeader(string header)
    {
        try
        {
            var key = JsonElement.Parse(header);
            if (JsonStrings.FindFault(Encoding.UTF8.GetBytes(header)) is null
                && key.ValueKind == JsonValueKind.Array && key.GetArrayLength() == 1
                && key[0].ValueKind != JsonValueKind.Array)
            {
                // {} is how the header writes a key that is not there.
                return ScalarValue.Read(key[0]) ?? ScalarValue.Undefined;
            }
        }
        catch (Exception error) when (error is JsonException or ArgumentException)
        {
            throw Invalid(header);
        }

        throw Invalid(header);
    }

    private static SqlRequestException Invalid(string header) =>
        new($"The partition key '{header}' is not a JSON array of one value.");
}
