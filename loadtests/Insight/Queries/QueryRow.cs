using System.Globalization;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>One row. Values are <see langword="long"/>, <see langword="double"/>, text, bytes or null, as in SQLite.</summary>
public sealed class QueryRow
{
    private readonly IReadOnlyList<string> _columns;

    private QueryRow(IReadOnlyList<string> columns, object?[] values) => (_columns, Values) = (columns, values);

    public IReadOnlyList<object?> Values { get; }

    public string? Text(string column) => Convert.ToString(Value(column), CultureInfo.InvariantCulture) is { Length: > 0 } text
        ? text
        : null;

    /// <summary>0 for null.</summary>
    public double Number(string column) => NumberOrNull(column) ?? 0;

    public double? NumberOrNull(string column) => Value(column) is { } value
        ? Convert.ToDouble(value, CultureInfo.InvariantCulture)
        : null;

    /// <summary>0 for null.</summary>
    public long Count(string column) => Convert.ToInt64(Value(column) ?? 0L, CultureInfo.InvariantCulture);

    internal static QueryRow Read(SqliteDataReader reader, IReadOnlyList<string> columns)
    {
        var values = new object?[columns.Count];
        for (var column = 0; column < values.Length; column++)
        {
            values[column] = reader.IsDBNull(column) ? null : reader.GetValue(column);
        }

        return new QueryRow(columns, values);
    }

    private object? Value(string column)
    {
        for (var index = 0; index < _columns.Count; index++)
        {
            if (_columns[index] == column)
            {
                return Values[index];
            }
        }

        throw new ArgumentException($"The query has no column {column}.", nameof(column));
    }
}
