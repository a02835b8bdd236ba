using System.Text.Json;
using DroneDelivery.Gateway.Database;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Usage;

internal static class SqliteUsageReader
{
    private const int NameColumns = 3;

    /// <summary>Reads the sums by key and by interval in one transaction, so that both are from the same snapshot.</summary>
    public static UsageRead Read(SqliteConnection connection, UsageFilter filter)
    {
        using var transaction = connection.BeginTransaction(deferred: true);
        var rows = new Dictionary<UsageKey, UsageFigures>();
        ForEach(connection, transaction, SqliteUsageText.SumsByKey, filter, row =>
            rows[new UsageKey(row.GetString(0), row.GetString(1), row.GetInt32(2))] = FiguresAt(row, NameColumns));
        var intervals = new List<KeyValuePair<long, UsageFigures>>();
        ForEach(connection, transaction, SqliteUsageText.SumsByInterval, filter, row =>
            intervals.Add(new(row.GetInt64(0), FiguresAt(row, 1))));
        return new UsageRead(rows, intervals);
    }

    private static void ForEach(
        SqliteConnection connection,
        SqliteTransaction transaction,
        string statement,
        UsageFilter filter,
        Action<SqliteDataReader> read)
    {
        using var command = connection.Command(
            statement,
            ("$from", filter.From),
            ("$to", filter.To),
            ("$step", filter.Step),
            ("$keys", filter.Keys is { } keys ? JsonSerializer.Serialize([.. keys], GatewayJson.Default.StringArray) : null),
            ("$route", filter.Route));
        command.Transaction = transaction;
        using var reader = command.ExecuteReader();
        while (reader.Read())
        {
            read(reader);
        }
    }

    private static UsageFigures FiguresAt(SqliteDataReader reader, int column)
    {
        var sums = new long[UsageFigures.Sums];
        for (var i = 0; i < sums.Length; i++)
        {
            sums[i] = reader.GetInt64(column + i);
        }

        return UsageFigures.Of(sums);
    }
}
