using Microsoft.Data.Sqlite;

namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>One column of an inserted row, with its value.</summary>
internal readonly record struct Column<T>(string Name, Func<T, object?> Value);

internal static class RowInsertion
{
    /// <summary>Inserts the rows with one prepared statement.</summary>
    public static void Insert<T>(
        this SqliteConnection connection,
        string table,
        IEnumerable<T> rows,
        CancellationToken cancellationToken,
        params ReadOnlySpan<Column<T>> columns)
    {
        using var command = connection.CreateCommand();
        var parameters = new SqliteParameter[columns.Length];
        for (var index = 0; index < columns.Length; index++)
        {
            parameters[index] = command.Parameters.Add(new SqliteParameter { ParameterName = $"${columns[index].Name}" });
        }

        command.CommandText =
            $"INSERT INTO {table} ({string.Join(", ", parameters.Select(parameter => parameter.ParameterName[1..]))}) "
            + $"VALUES ({string.Join(", ", parameters.Select(parameter => parameter.ParameterName))})";
        foreach (var row in rows)
        {
            cancellationToken.ThrowIfCancellationRequested();
            for (var index = 0; index < columns.Length; index++)
            {
                // SQLite has no NaN.
                parameters[index].Value = columns[index].Value(row) is { } value and not double.NaN ? value : DBNull.Value;
            }

            command.ExecuteNonQuery();
        }
    }
}
