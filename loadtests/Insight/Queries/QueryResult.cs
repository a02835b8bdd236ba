namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>The result of a query: column names and rows.</summary>
/// <param name="Rows">Values are <see langword="long"/>, <see langword="double"/>, text, bytes or null, as in SQLite.</param>
/// <param name="HasMore">True if there are more rows than requested.</param>
public sealed record QueryResult(IReadOnlyList<string> Columns, IReadOnlyList<IReadOnlyList<object?>> Rows, bool HasMore)
{
    /// <summary>A sentence on the figures, for tables; null for none.</summary>
    public string? Note { get; init; }
}
