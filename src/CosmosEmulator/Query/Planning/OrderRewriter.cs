using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>
/// Rewrites a query with ORDER BY: partitions return the keys and the RID with each row, by which the client merges them. It puts
/// its own condition in the place of a marker, to go on after a row.
/// </summary>
internal static class OrderRewriter
{
    private const string Marker = "{documentdb-formattableorderbyquery-filter}";
    private const string Ordered = "Ordered";
    private const string Unordered = "Unordered";

    /// <param name="limits">The rows that the client returns; null if the partition returns only those.</param>
    public static QueryInfo Rewrite(SqlQuery query, RowLimits? limits)
    {
        var root = FindRoot(query.From!);
        var keys = SqlBuilder.Array(query.OrderBy.Select(key => SqlBuilder.Object(("item", key.Expression))));

        // Equal rows of one partition are merged by the client, so a limit would leave out too many.
        var isLimited = !query.Select.IsDistinct && limits?.Count is not null;
        var last = SqlBuilder.Number(limits?.Last ?? 0);
        var rewritten = query with
        {
            Select = query.Select with
            {
                Kind = SqlSelectKind.List,
                Columns =
                [
                    new SqlColumn(SqlBuilder.Member(root, MergeColumns.Rid), null),
                    new SqlColumn(keys, MergeColumns.Keys),
                    new SqlColumn(Payload(query.Select, root), MergeColumns.Payload),
                ],
                IsDistinct = false,
                Top = isLimited && query.Select.Top is not null ? new SqlTop(last, default) : null,
            },
            Where = Filter(query),
            OffsetLimit = limits is null ? query.OffsetLimit
                : isLimited && query.OffsetLimit is not null ? new SqlOffsetLimit(SqlBuilder.Number(0), last, default)
                : null,
        };
        return new QueryInfo(query.Select.Kind == SqlSelectKind.Value, SqlText.Write(rewritten))
        {
            DistinctType = !query.Select.IsDistinct ? "None" : IsOrderedByItsValue(query) ? Ordered : Unordered,
            OrderBy = [.. query.OrderBy.Select(key => key.IsDescending ? "Descending" : "Ascending")],
            OrderByExpressions = [.. query.OrderBy.Select(key => SqlText.Write(key.Expression))],
        };
    }

    private static SqlIdentifier FindRoot(SqlFrom from)
    {
        var name = from.Source switch
        {
            { IsIteration: true } => null,
            { Alias: { } alias } => alias,
            { Expression: SqlIdentifier container } => container.Name,
            _ => null,
        };
        return name is not null
            ? new SqlIdentifier(name, default)
            : throw new SqlNotSupportedException(
                "ORDER BY of several partitions with items, or with a path without a name, first in FROM", from.Source.Location);
    }

    private static SqlExpression Payload(SqlSelect select, SqlIdentifier root) => select.Kind switch
    {
        SqlSelectKind.Star => root,
        SqlSelectKind.Value => select.Columns[0].Expression,
        _ => SqlBuilder.Object(ColumnNames.Read(select)),
    };

    private static SqlVerbatim Filter(SqlQuery query)
    {
        var filter = query.Where is { } where ? $"(({SqlText.Write(where)}) AND ({Marker}))" : $"({Marker})";
        return new SqlVerbatim(query.Select.Kind == SqlSelectKind.Value
            ? $"({filter} AND IS_DEFINED({SqlText.Write(query.Select.Columns[0].Expression)}))"
            : filter);
    }

    private static bool IsOrderedByItsValue(SqlQuery query) =>
        query is { Select.Kind: SqlSelectKind.Value, OrderBy.Length: 1 }
        && SqlText.Write(query.Select.Columns[0].Expression) == SqlText.Write(query.OrderBy[0].Expression);
}
