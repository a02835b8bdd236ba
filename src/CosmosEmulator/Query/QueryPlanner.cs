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
    /// <param name="partitionKeyPath">The container's partition key path, such as /ownerId.</param>
    /// <param name="partitionKey">The request's partition key, undefined for documents without one; null when it names none.</param>
    /// <param name="effectivePartitionKey">Hashes a partition key value; undefined is an absent key.</param>
    public static byte[] Plan(
        SqlQuery query,
        QueryParameters parameters,
        string partitionKeyPath,
        CosmosValue? partitionKey,
        Func<CosmosValue, string> effectivePartitionKey)
    {
        var bound = BoundQuery.Bind(query, parameters);
        var ranges = partitionKey is { } key
            ? QueryRanges.FromKey(key, effectivePartitionKey)
            : QueryRanges.FromFilter(bound.Filter, PropertyPath.Parse(partitionKeyPath), effectivePartitionKey);
        return Write(new QueryInfo(bound.Top, query.Select.Kind == SqlSelectKind.Value), ranges);
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
