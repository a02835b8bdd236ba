using Microsoft.Data.Sqlite;

namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>The result of a query: column names and rows.</summary>
/// <param name="Rows">Values are <see langword="long"/>, <see langword="double"/>, text, bytes or null, as in SQLite.</param>
/// <param name="HasMore">True if there are more rows than requested.</param>
public sealed record QueryResult(IReadOnlyList<string> Columns, IReadOnlyList<IReadOnlyList<object?>> Rows, bool HasMore)
{
    internal static QueryResult Read(SqliteDataReader reader, int maxRows)
    {
        string[] columns = [.. Enumerable.Range(0, reader.FieldCount).Select(reader.GetName)];
        var rows = new List<object?[]>();
        var hasMore = reader.Read();
        while (hasMore && rows.Count < maxRows)
        {
            rows.Add([.. columns.Select((_, column) => reader.IsDBNull(column) ? null : reader.GetValue(column))]);
            hasMore = reader.Read();
        }

        return new QueryResult(columns, rows, hasMore);
    }
}
