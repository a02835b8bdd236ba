using System.Collections.Immutable;
using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>The plan's queryInfo: what the SDK has to do with the partitions' answers.</summary>
/// <param name="RewrittenQuery">What the partitions are asked; empty for the query as it is.</param>
internal sealed record QueryInfo(bool HasSelectValue, string RewrittenQuery = "")
{
    /// <summary>None, Ordered if equal rows follow each other, or Unordered.</summary>
    public string DistinctType { get; init; } = "None";

    public long? Top { get; init; }

    public long? Offset { get; init; }

    public long? Limit { get; init; }

    /// <summary>Ascending or Descending for each key.</summary>
    public ImmutableArray<string> OrderBy { get; init; } = [];

    public ImmutableArray<string> OrderByExpressions { get; init; } = [];

    public ImmutableArray<string> GroupByExpressions { get; init; } = [];

    /// <summary>The columns of a query with groups or aggregates, and the aggregate of each; empty for a column without one.</summary>
    public ImmutableArray<(string Alias, string Aggregate)> Columns { get; init; } = [];

    /// <summary>The aggregate of SELECT VALUE.</summary>
    public ImmutableArray<string> Aggregates { get; init; } = [];

    /// <summary>The name of the column that counts different rows, empty for SELECT VALUE; null for another query.</summary>
    public string? DistinctCountAlias { get; init; }

    public void Write(Utf8JsonWriter writer)
    {
        writer.WriteStartObject("queryInfo");
        writer.WriteString("distinctType", DistinctType);
        WriteNumber(writer, "top", Top);
        WriteNumber(writer, "offset", Offset);
        WriteNumber(writer, "limit", Limit);
        WriteArray(writer, "orderBy", OrderBy);
        WriteArray(writer, "orderByExpressions", OrderByExpressions);
        WriteArray(writer, "groupByExpressions", GroupByExpressions);
        WriteArray(writer, "groupByAliases", Columns.Select(column => column.Alias));
        WriteArray(writer, "aggregates", Aggregates);
        writer.WriteStartObject("groupByAliasToAggregateType");
        foreach (var (alias, aggregate) in Columns)
        {
            writer.WriteString(alias, aggregate);
        }

        writer.WriteEndObject();
        writer.WriteString("rewrittenQuery", RewrittenQuery);
        writer.WriteBoolean("hasSelectValue", HasSelectValue);
        writer.WriteBoolean("hasNonStreamingOrderBy", false);
        if (DistinctCountAlias is { } distinctCount)
        {
            writer.WriteStartObject("dCountInfo");
            writer.WriteString("dCountAlias", distinctCount);
            writer.WriteEndObject();
        }
        else
        {
            writer.WriteNull("dCountInfo");
        }

        writer.WriteEndObject();
    }

    private static void WriteNumber(Utf8JsonWriter writer, string name, long? number)
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

    private static void WriteArray(Utf8JsonWriter writer, string name, IEnumerable<string> items)
    {
        writer.WriteStartArray(name);
        foreach (var item in items)
        {
            writer.WriteStringValue(item);
        }

        writer.WriteEndArray();
    }
}
