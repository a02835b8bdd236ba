using Microsoft.Data.Sqlite;

namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>The result of a query: column names and rows.</summary>
/// <param name="HasMore">True if there are more rows than requested.</param>
public sealed record QueryResult(IReadOnlyList<string> Columns, IReadOnlyList<QueryRow> Rows, bool HasMore)
{
    internal static QueryResult Read(SqliteDataReader reader, int maxRows)
    {
        string[] columns = [.. Enumerable.Range(0, reader.FieldCount).Select(reader.GetName)];
        var rows = new List<QueryRow>();
        while (reader.Read())
        {
            if (rows.Count == maxRows)
            {
                return new QueryResult(columns, rows, HasMore: true);
            }

            rows.Add(QueryRow.Read(reader, columns));
        }

        return new QueryResult(columns, rows, HasMore: false);
    }
}
