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
            database.Try(() => Write(_connection, batch));
            return Task.CompletedTask;
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
        return Task.FromResult(database.Try(() => SqliteUsageReader.Read(connection, filter)));
    }

    public void Dispose()
    {
        _connection?.Dispose();
        _connection = null;
    }

    private static bool Write(SqliteConnection connection, UsageBatch batch)
    {
        // Immediate: a deferred transaction that writes later can fail because another gateway has written in the meantime.
        using var transaction = connection.BeginTransaction(deferred: false);
        var isNew = TryTakeNumber(connection, transaction, batch);
        if (isNew)
        {
            WriteRows(connection, transaction, batch);
        }

        transaction.Commit();
        return isNew;
    }

    /// <summary>
    /// Stores the number of a batch, in the same transaction as its rows. Returns false if this number or a later one is stored.
    /// </summary>
    private static bool TryTakeNumber(SqliteConnection connection, SqliteTransaction transaction, UsageBatch batch)
    {
        using var command = connection.Command(
            SqliteUsageText.TakeNumber,
            ("$instance", batch.Instance), ("$number", batch.Number), ("$at", batch.At.ToUnixTimeSeconds()));
        command.Transaction = transaction;
        return command.ExecuteNonQuery() > 0;
    }

    private static void WriteRows(SqliteConnection connection, SqliteTransaction transaction, UsageBatch batch)
    {
        using var command = connection.Command(SqliteUsageText.AddRow);
        command.Transaction = transaction;
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
}
