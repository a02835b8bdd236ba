using DroneDelivery.CosmosEmulator.Query.Aggregates;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Planning;

/// <summary>
/// A query of the form SELECT COUNT(1) FROM (SELECT DISTINCT …): partitions return the different rows, and the client counts them.
/// </summary>
/// <param name="Alias">The name of the count; empty for SELECT VALUE.</param>
internal sealed record DistinctCount(SqlQuery Rows, string Alias)
{
    /// <summary>Null for a query of another form.</summary>
    public static DistinctCount? Find(SqlQuery query) => query is
    {
        From: { Joins.IsEmpty: true, Source: { IsIteration: false, Expression: SqlSubquery { Query: { } rows } } },
        Where: null,
        GroupBy.IsEmpty: true,
        OrderBy.IsEmpty: true,
        OffsetLimit: null,
        Select: { Top: null, IsDistinct: false, Kind: not SqlSelectKind.Star, Columns: [{ Expression: SqlCall column }] } select,
    } && AreDifferentRows(rows) && IsCountOfAll(column)
        ? new DistinctCount(rows, select.Kind == SqlSelectKind.Value ? "" : ColumnNames.Read(select).First().Name)
        : null;

    private static bool AreDifferentRows(SqlQuery rows) => rows is
    {
        Select: { IsDistinct: true, Top: null, Columns: var columns },
        GroupBy.IsEmpty: true,
        OrderBy.IsEmpty: true,
        OffsetLimit: null,
    } && !columns.Any(column => SqlAggregates.AreIn(column.Expression));

    private static bool IsCountOfAll(SqlCall call) => SqlAggregates.Find(call)?.Name == AggregateFunction.Count
        && call.Arguments is [SqlNumberLiteral or SqlStringLiteral or SqlBooleanLiteral or SqlNullLiteral];
}
