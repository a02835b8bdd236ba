using System.Diagnostics.CodeAnalysis;
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
    public static bool TryRead(SqlQuery query, [NotNullWhen(true)] out DistinctCount? found)
    {
        found = query is
        {
            From: { Joins.IsEmpty: true, Source: { IsIteration: false, Expression: SqlSubquery { Query: { Select.IsDistinct: true } rows } } },
            Where: null,
            GroupBy.IsEmpty: true,
            OrderBy.IsEmpty: true,
            OffsetLimit: null,
            Select: { Top: null, IsDistinct: false, Kind: not SqlSelectKind.Star, Columns.Length: 1 } select,
        } && SqlAggregates.Find(select.Columns[0].Expression)?.Name == AggregateFunction.Count
            ? new DistinctCount(rows, select.Kind == SqlSelectKind.Value ? "" : ColumnNames.Read(select).First().Name)
            : null;
        return found is not null;
    }
}
