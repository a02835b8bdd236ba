using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>The plan's queryInfo: what the SDK has to do with the partitions' answers.</summary>
internal sealed record QueryInfo(int? Top, bool HasSelectValue)
{
    public void Write(Utf8JsonWriter writer)
    {
        writer.WriteStartObject("queryInfo");
        writer.WriteString("distinctType", "None");
        WriteNumber(writer, "top", Top);
        writer.WriteNull("offset");
        writer.WriteNull("limit");
        WriteEmptyArrays(writer, "orderBy", "orderByExpressions", "groupByExpressions", "groupByAliases", "aggregates");
        writer.WriteStartObject("groupByAliasToAggregateType");
        writer.WriteEndObject();
        writer.WriteString("rewrittenQuery", "");
        writer.WriteBoolean("hasSelectValue", HasSelectValue);
        writer.WriteBoolean("hasNonStreamingOrderBy", false);
        writer.WriteNull("dCountInfo");
        writer.WriteEndObject();
    }

    private static void WriteNumber(Utf8JsonWriter writer, string name, int? number)
    {
        if (number is { } value)
        {
            writer.WriteNumber(name, value);
        }
        else
        {
            writer.WriteNull(name);
        }
    }

    private static void WriteEmptyArrays(Utf8JsonWriter writer, params ReadOnlySpan<string> names)
    {
        foreach (var name in names)
        {
            writer.WriteStartArray(name);
            writer.WriteEndArray();
        }
    }
}
