using System.Text.Json;
using DroneDelivery.Gateway.Database;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Usage;

/// <summary>Stores usage in the gateway's SQLite file. Several gateways may write to the same file.</summary>
internal sealed class SqliteUsageStore(GatewayDatabase database) : IUsageStore, IDisposable
{
    private SqliteConnection? _connection;

    public Task OpenAsync(CancellationToken cancellationToken)
    {
        _connection = database.Open();
        database.Try(() => _connection.Execute(SqliteUsageText.Schema));
        return Task.CompletedTask;
    }

    public Task WriteAsync(UsageBatch batch, CancellationToken cancellationToken)
    {
        try
        {
            _connection ??= database.Open();
            return Task.FromResult(database.Try(() => Write(_connection, batch)));
        }
        catch
        {
            // The next attempt opens a new connection, which has no open transaction.
            Dispose();
            throw;
        }
    }

    public Task<UsageRead> ReadAsync(UsageFilter filter, CancellationToken cancellationToken)
    {
        using var connection = database.Open();
        return Task.FromResult(database.Try(() => Read(connection, filter)));
    }

    public void Dispose()
    {
        _connection?.Dispose();
        _connection = null;
    }

    /// <summary>
    /// Writes a batch and its number in one transaction. Returns false if this number or a later one is stored.
    /// </summary>
    private static bool Write(SqliteConnection connection, UsageBatch batch)
    {
        // Immediate: a deferred transaction that writes later can fail because another gateway has written in the meantime.
        using var transaction = connection.BeginTransaction(deferred: false);
        var isNew = connection.Execute(
            SqliteUsageText.TakeNumber,
            ("$instance", batch.Instance), ("$number", batch.Number), ("$at", batch.At.ToUnixTimeSeconds())) > 0;
        if (isNew)
        {
            WriteRows(connection, batch);
        }

        transaction.Commit();
        return isNew;
    }

    private static void WriteRows(SqliteConnection connection, UsageBatch batch)
    {
        using var command = connection.Command(SqliteUsageText.AddRow);
        SqliteParameter[] parameters =
            [.. SqliteUsageText.Columns.Select(column => command.Parameters.Add($"${column}", SqliteType.Integer))];
        foreach (var (key, figures) in batch.Rows)
        {
            object[] values = [batch.Interval, key.Key, key.Route, key.Status, .. figures.ToArray()];
            for (var i = 0; i < values.Length; i++)
            {
                parameters[i].ResetSqliteType();
                parameters[i].Value = values[i];
            }

            command.ExecuteNonQuery();
        }
    }

    /// <summary>Reads the sums by key and by interval in one transaction, so that both are from the same snapshot.</summary>
    private static UsageRead Read(SqliteConnection connection, UsageFilter filter)
    {
        using var transaction = connection.BeginTransaction(deferred: true);
        return new UsageRead(
            Select(connection, SqliteUsageText.SumsByKey, filter, row => KeyValuePair.Create(
                new UsageKey(row.GetString(0), row.GetString(1), row.GetInt32(2)), FiguresAt(row, 3))).ToDictionary(),
            Select(connection, SqliteUsageText.SumsByInterval, filter, row =>
                KeyValuePair.Create(row.GetInt64(0), FiguresAt(row, 1))));
    }

    private static List<T> Select<T>(
        SqliteConnection connection, string statement, UsageFilter filter, Func<SqliteDataReader, T> read)
    {
        using var command = connection.Command(
            statement,
            ("$from", filter.From),
            ("$to", filter.To),
            ("$step", filter.Step),
            ("$keys", filter.Keys is { } keys ? JsonSerializer.Serialize([.. keys], GatewayJson.Default.StringArray) : null),
            ("$route", filter.Route));
        using var reader = command.ExecuteReader();
        List<T> rows = [];
        while (reader.Read())
        {
            rows.Add(read(reader));
        }

        return rows;
    }

    private static UsageFigures FiguresAt(SqliteDataReader reader, int column) =>
        UsageFigures.FromSums([.. Enumerable.Range(column, UsageFigures.Sums).Select(reader.GetInt64)]);
}
