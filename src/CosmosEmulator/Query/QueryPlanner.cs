using System.Buffers;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Planning;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query;

/// <summary>Answers the SDK's query plan request: how to merge the partitions' answers, and which partitions to ask.</summary>
internal static class QueryPlanner
{
    /// <summary>Makes the plan's JSON.</summary>
    /// <param name="query">The query, parsed.</param>
    /// <param name="parameters">The values of its parameters.</param>
    /// <param name="partitionKeyPaths">The container's partition key paths; several for a hierarchical key.</param>
    /// <param name="partitionKey">The request's partition key, with undefined for absent values; null when it names none.</param>
    /// <param name="effectivePartitionKey">Hashes the values of a partition key, or of its first levels.</param>
    public static byte[] Plan(
        SqlQuery query,
        QueryParameters parameters,
        IReadOnlyList<PropertyPath> partitionKeyPaths,
        IReadOnlyList<CosmosValue>? partitionKey,
        Func<IReadOnlyList<CosmosValue>, string> effectivePartitionKey)
    {
        var count = DistinctCount.Find(query);
        var bound = QueryBinder.Bind(count?.Rows ?? query, parameters, out _);
        var ranges = query.From is null ? QueryRanges.Nowhere
            : partitionKey is { } key ? QueryRanges.FromKey(key, partitionKeyPaths.Count, effectivePartitionKey)
            : QueryRanges.FromFilter(bound.DocumentFilter, partitionKeyPaths, effectivePartitionKey);
        return Write(count is not null ? DescribeCount(query, count) : Describe(query, bound, ranges.IsOneKey), ranges);
    }

    private static QueryInfo DescribeCount(SqlQuery query, DistinctCount count) =>
        new(query.Select.Kind == SqlSelectKind.Value, SqlText.Write(count.Rows))
        {
            DistinctType = "Unordered",
            DistinctCountAlias = count.Alias,
        };

    /// <param name="isOnePartition">Whether one partition has all rows: it applies OFFSET itself, if the client merges nothing.</param>
    private static QueryInfo Describe(SqlQuery query, BoundQuery bound, bool isOnePartition)
    {
        if (query.From is null)
        {
            // One partition has the only row.
            return new QueryInfo(query.Select.Kind == SqlSelectKind.Value);
        }

        var limits = bound.Limits;
        var isMerged = bound.Grouping is not null || query.Select.IsDistinct;
        if (isOnePartition && query.OffsetLimit is not null && !isMerged)
        {
            return query.OrderBy.IsEmpty ? new QueryInfo(query.Select.Kind == SqlSelectKind.Value) : OrderRewriter.Rewrite(query, null);
        }

        var info = bound.Grouping is not null ? GroupRewriter.Rewrite(query)
            : !query.OrderBy.IsEmpty ? OrderRewriter.Rewrite(query, limits)
            : DescribeRows(query, limits);
        return query.OffsetLimit is null
            ? info with { Top = limits.Count }
            : info with { Offset = limits.Offset, Limit = limits.Count };
    }

    /// <summary>Each partition returns as many rows as the client may need: all of them if it leaves out equal ones.</summary>
    private static QueryInfo DescribeRows(SqlQuery query, RowLimits limits)
    {
        var isLimited = limits != RowLimits.None && (query.Select.IsDistinct || query.OffsetLimit is not null);
        var rewritten = !isLimited ? "" : SqlText.Write(query with
        {
            Select = query.Select with { Top = null },
            OffsetLimit = query.Select.IsDistinct
                ? null
                : new SqlOffsetLimit(SqlBuilder.Number(0), SqlBuilder.Number(limits.Last), default),
        });
        return new QueryInfo(query.Select.Kind == SqlSelectKind.Value, rewritten)
        {
            DistinctType = query.Select.IsDistinct ? "Unordered" : "None",
        };
    }

    private static byte[] Write(QueryInfo info, QueryRanges ranges)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer))
        {
            writer.WriteStartObject();
            writer.WriteNumber("partitionedQueryExecutionInfoVersion", 2);
            info.Write(writer);
            ranges.Write(writer);
            writer.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }
}
