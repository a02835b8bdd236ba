using DroneDelivery.Gateway.Database;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Keys;

/// <summary>The table of keys, and the number of its changes, which triggers in the database count.</summary>
internal static class KeyTables
{
    private static readonly string Schema = string.Concat(
    [
        """
        CREATE TABLE IF NOT EXISTS api_keys (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, plan TEXT NOT NULL, scopes TEXT NOT NULL,
            salt BLOB NOT NULL, hash BLOB NOT NULL,
            created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER, owners TEXT NOT NULL) STRICT;
        CREATE TABLE IF NOT EXISTS api_key_changes (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT;
        """,
        .. new[] { "INSERT", "UPDATE", "DELETE" }.Select(CounterOf),
    ]);

    /// <summary>Creates missing tables and triggers. Takes no lock if none is missing.</summary>
    public static void Create(SqliteConnection connection) => connection.Execute(Schema);

    /// <summary>Returns whether the database has the table of keys.</summary>
    public static bool Exist(SqliteConnection connection)
    {
        using var command = connection.Command("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'api_keys'");
        return command.ExecuteScalar() is not null;
    }

    /// <summary>Returns how many times a key has been added, changed or deleted.</summary>
    public static long CountChanges(SqliteConnection connection)
    {
        using var command = connection.Command("SELECT number FROM api_key_changes");
        return (long?)command.ExecuteScalar() ?? 0;
    }

    private static string CounterOf(string change) =>
        $"""

        CREATE TRIGGER IF NOT EXISTS api_key_counts_{change.ToLowerInvariant()} AFTER {change} ON api_keys BEGIN
            INSERT INTO api_key_changes VALUES (1, 1) ON CONFLICT DO UPDATE SET number = number + 1;
        END;
        """;
}
