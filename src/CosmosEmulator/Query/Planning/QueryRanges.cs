using System.Collections.Immutable;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>The plan's queryRanges: points in the space of hashed partition keys, or null for all of it.</summary>
internal sealed record QueryRanges(ImmutableArray<string>? Points)
{
    // The key that no document has: the SDK asks one partition and finds nothing there. It takes no empty list.
    private static readonly ImmutableArray<string> NoKey = [""];

    /// <summary>No document is asked for.</summary>
    public static QueryRanges Nowhere { get; } = new(NoKey);

    public static QueryRanges FromFilter(
        BoundExpression? filter, PropertyPath partitionKey, Func<CosmosValue, string> effectivePartitionKey)
    {
        if (PossibleValues.Find(filter) is not { } possible)
        {
            return Nowhere;
        }

        // A hash keeps no order, so only fixed values narrow.
        if (!possible.TryGetValue(partitionKey, out var values))
        {
            return new QueryRanges((ImmutableArray<string>?)null);
        }

        var points = values.Select(effectivePartitionKey).Distinct(StringComparer.Ordinal);
        return new QueryRanges([.. points.Order(StringComparer.Ordinal)]);
    }

    public static QueryRanges FromKey(CosmosValue partitionKey, Func<CosmosValue, string> effectivePartitionKey) =>
        new([effectivePartitionKey(partitionKey)]);

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
}
