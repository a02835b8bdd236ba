using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>
/// A subquery that does no more than filter what it is read from: SELECT * FROM c WHERE …, or SELECT VALUE c FROM c WHERE ….
/// Libraries put such a query in brackets, and their own clauses around it.
/// </summary>
internal static class DocumentSubquery
{
    public static bool Is(SqlQuery query) => query is
    {
        Select: { Top: null, IsDistinct: false } select,
        From: { Joins.IsEmpty: true, Source: { IsIteration: false } source },
        GroupBy.IsEmpty: true,
        OrderBy.IsEmpty: true,
        OffsetLimit: null,
    } && IsRow(select, source) && (query.Where is null || SqlAggregates.FindFirst(query.Where) is null);

    private static bool IsRow(SqlSelect select, SqlSource source) => select switch
    {
        { Kind: SqlSelectKind.Star } => true,
        { Kind: SqlSelectKind.Value, Columns: [{ Expression: SqlIdentifier { Name: var name } }] } =>
            name == (source.Alias ?? ColumnNames.NameOf(source.Expression)),
        _ => false,
    };
}
