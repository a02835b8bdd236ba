using Microsoft.Data.Sqlite;

namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>What a query gave: columns by name, and rows.</summary>
/// <param name="HasMore">True where there were more rows than were asked for.</param>
public sealed record QueryResult(IReadOnlyList<string> Columns, IReadOnlyList<QueryRow> Rows, bool HasMore)
{
    internal static QueryResult Read(SqliteDataReader reader, int most)
    {
        string[] columns = [.. Enumerable.Range(0, reader.FieldCount).Select(reader.GetName)];
        var rows = new List<QueryRow>();
        while (reader.Read())
        {
            if (rows.Count == most)
            {
                return new QueryResult(columns, rows, HasMore: true);
            }

            rows.Add(QueryRow.Read(reader, columns));
        }

        return new QueryResult(columns, rows, HasMore: false);
    }
}
