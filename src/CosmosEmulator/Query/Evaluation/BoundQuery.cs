using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>A key of ORDER BY.</summary>
internal readonly record struct BoundSortKey(BoundExpression Expression, bool IsDescending);

/// <summary>A query with its names, functions and parameters resolved.</summary>
/// <param name="Filter">The WHERE clause; null for none.</param>
/// <param name="Grouping">GROUP BY and the aggregates; null for a query that has neither.</param>
/// <param name="Projection">What SELECT makes of a row, or of a group.</param>
internal sealed record BoundQuery(
    BoundFrom From,
    BoundExpression? Filter,
    Grouping? Grouping,
    Projection Projection,
    ImmutableArray<BoundSortKey> OrderBy,
    bool IsDistinct,
    RowLimits Limits)
{
    /// <summary>Whether each row depends on no other.</summary>
    public bool IsStreamed => Grouping is null && OrderBy.IsEmpty && !IsDistinct && Limits == RowLimits.None;

    /// <summary>Whether it can have more than one row for each row of the query around it.</summary>
    public bool MayHaveManyRows =>
        Grouping is null ? From.Sources.Any(source => source.MayHaveManyValues) : !Grouping.Keys.IsEmpty;

    /// <summary>What the documents have to fulfil; null for nothing.</summary>
    public BoundExpression? DocumentFilter => From.OfContainer is { Query: var query } ? query.DocumentFilter : Filter;

    /// <summary>
    /// The results of a subquery, which has no limits, for the row of the query around it. They are good until that row changes.
    /// </summary>
    public IEnumerable<CosmosValue> Evaluate(Row row)
    {
        var rows = From.Rows(row, Filter);
        var results = (Grouping?.Group(rows, row) ?? rows).Select(Projection.Evaluate).Where(value => value.IsDefined);
        return IsDistinct ? results.Distinct() : results;
    }
}
