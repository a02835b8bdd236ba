using System.Globalization;
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
        var hasMore = reader.Read();
        while (hasMore && rows.Count < maxRows)
        {
            object?[] values = [.. columns.Select((_, column) => reader.IsDBNull(column) ? null : reader.GetValue(column))];
            rows.Add(new QueryRow(columns, values));
            hasMore = reader.Read();
        }

        return new QueryResult(columns, rows, hasMore);
    }
}

/// <summary>One row. Values are <see langword="long"/>, <see langword="double"/>, text, bytes or null, as in SQLite.</summary>
public sealed class QueryRow(string[] columns, object?[] values)
{
    public IReadOnlyList<object?> Values => values;

    public string? Text(string column) =>
        Convert.ToString(Value(column), CultureInfo.InvariantCulture) is { Length: > 0 } text ? text : null;

    /// <summary>0 for null.</summary>
    public double Number(string column) => NumberOrNull(column) ?? 0;

    public double? NumberOrNull(string column) =>
        Value(column) is { } value ? Convert.ToDouble(value, CultureInfo.InvariantCulture) : null;

    /// <summary>0 for null.</summary>
    public long Count(string column) => Convert.ToInt64(Value(column) ?? 0L, CultureInfo.InvariantCulture);

    private object? Value(string column) => Array.IndexOf(columns, column) is >= 0 and var index
        ? values[index]
        : throw new ArgumentException($"The query has no column {column}.", nameof(column));
}
