using DroneDelivery.CosmosEmulator.Query.Aggregates;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>
/// Rewrites a query with aggregates or GROUP BY: partitions return for each group its keys and what the client adds up, such as sum
/// and count for an average.
/// </summary>
internal static class GroupRewriter
{
    public static QueryInfo Rewrite(SqlQuery query)
    {
        var isValue = query.Select.Kind == SqlSelectKind.Value;
        (string Name, SqlExpression Expression)[] columns = isValue
            ? [("", query.Select.Columns[0].Expression)]
            : [.. ColumnNames.Read(query.Select)];
        var rewritten = query with { Select = Select(query, columns, isValue), OffsetLimit = null };
        return new QueryInfo(isValue, SqlText.Write(rewritten))
        {
            GroupByExpressions = [.. query.GroupBy.Select(SqlText.Write)],
            Columns = isValue ? [] : [.. columns.Select(column => (column.Name, PlanName(column.Expression)))],
            Aggregates = isValue && SqlAggregates.Find(columns[0].Expression) is { } aggregate ? [aggregate.PlanName] : [],
            DistinctType = query.Select.IsDistinct ? "Unordered" : "None",
        };
    }

    private static SqlSelect Select(SqlQuery query, (string Name, SqlExpression Expression)[] columns, bool isValue)
    {
        var payload = !isValue ? SqlBuilder.Object(columns.Select(column => (column.Name, Partial(column.Expression))))
            : SqlAggregates.Find(columns[0].Expression) is not null ? SqlBuilder.Array([Partial(columns[0].Expression)])
            : Partial(columns[0].Expression);
        if (query.GroupBy.IsEmpty)
        {
            return query.Select with { Columns = [new SqlColumn(payload, isValue ? null : "payload")], Top = null };
        }

        var keys = SqlBuilder.Array(query.GroupBy.Select(key => SqlBuilder.Object(("item", key))));
        return query.Select with
        {
            Kind = SqlSelectKind.List,
            Columns = [new SqlColumn(keys, "groupByItems"), new SqlColumn(payload, "payload")],
            Top = null,
        };
    }

    private static string PlanName(SqlExpression column) => SqlAggregates.Find(column)?.PlanName ?? "";

    /// <summary>What a partition returns for a column.</summary>
    private static SqlExpression Partial(SqlExpression column)
    {
        if (SqlAggregates.Find(column) is not { } function)
        {
            return !SqlAggregates.AreIn(column) ? column : throw new SqlSemanticException(
                SqlErrorCodes.None, "Compositions of aggregates and other expressions are not allowed.", column.Location);
        }

        var argument = ((SqlCall)column).Arguments[0];
        var value = SqlBuilder.Call(function.Name, argument);
        var count = SqlBuilder.Call(AggregateFunction.Count, argument);
        return function.Name switch
        {
            AggregateFunction.Average => SqlBuilder.Object(("item", SqlBuilder.Object(
                ("sum", SqlBuilder.Call(AggregateFunction.Sum, argument)), ("count", count)))),
            AggregateFunction.Min or AggregateFunction.Max => SqlBuilder.Object(
                ("item", value), ("item2", SqlBuilder.Object((function.Name.ToLowerInvariant(), value), ("count", count)))),
            _ => SqlBuilder.Object(("item", value)),
        };
    }
}
