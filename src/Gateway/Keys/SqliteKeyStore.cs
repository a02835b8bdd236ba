using DroneDelivery.Gateway.Database;
using DroneDelivery.ServiceDefaults;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Stores keys in the gateway's database. Changes to the file other than to keys, such as usage, are no changes of keys.
/// </summary>
internal sealed class SqliteKeyStore(GatewayDatabase database, ILogger<SqliteKeyStore> logger) : IKeyStore, IDisposable
{
    private const string Columns = "id, name, plan, scopes, owners, salt, hash, created_at, expires_at, revoked_at";

    private SqliteConnection? _watch;
    private DateTime _fileCreatedAt;
    private long _changes;

    public string Location => $"the database {database.File}";

    public Task<bool> CreateAsync(CancellationToken cancellationToken)
    {
        var isNew = !database.Exists;
        using var file = database.Open();
        using var tables = database.Try(Open);
        return Task.FromResult(isNew);
    }

    public Task<List<StoredKey>> ReadAsync(CancellationToken cancellationToken) => Task.FromResult(database.Try(() =>
    {
        using var connection = Open();
        return Read(connection);
    }));

    public Task<List<StoredKey>?> ReadChangesAsync(CancellationToken cancellationToken) => Task.FromResult(database.Try(() =>
    {
        try
        {
            return HasChanged() ? Read(_watch!) : null;
        }
        catch
        {
            // The next call opens the file again.
            Dispose();
            throw;
        }
    }));

    public Task<T> WriteAsync<T>(
        Func<List<StoredKey>, (T Result, IReadOnlyList<StoredKey> Changed)> change, CancellationToken cancellationToken) =>
        Task.FromResult(database.Try(() => Write(change)));

    public void Dispose()
    {
        _watch?.Dispose();
        _watch = null;
    }

    // The transaction takes the write lock before its first read, so that concurrent calls do not count the same live keys.
    private T Write<T>(Func<List<StoredKey>, (T Result, IReadOnlyList<StoredKey> Changed)> change)
    {
        using var connection = Open();
        using var transaction = connection.BeginTransaction(deferred: false);
        var (result, changed) = change(Read(connection));
        foreach (var key in changed)
        {
            Write(connection, KeyRow.FromKey(key));
        }

        transaction.Commit();
        return result;
    }

    private SqliteConnection Open()
    {
        var connection = database.OpenExisting();
        KeyTables.Create(connection);
        return connection;
    }

    private bool HasChanged()
    {
        // If the file is replaced, for example by a restored copy, an open connection continues to read the old file.
        var createdAt = File.GetCreationTimeUtc(database.File);
        if (_watch is not null && createdAt == _fileCreatedAt)
        {
            var seen = _changes;
            return (_changes = KeyTables.CountChanges(_watch)) != seen;
        }

        Dispose();
        _watch = database.OpenExisting();
        // Another feature may have created the file.
        if (!KeyTables.Exist(_watch))
        {
            throw new StoreException(
                $"The database {database.File} has no table of keys: make a first key with \"keys add\".");
        }

        if (database.IsOpenToOthers)
        {
            Log.DatabaseWasOpenToOthers(logger, database.File);
        }

        KeyTables.Create(_watch);
        // Counted before the keys are read, so that a change between the two is read twice instead of missed.
        (_fileCreatedAt, _changes) = (createdAt, KeyTables.CountChanges(_watch));
        return true;
    }

    private static List<StoredKey> Read(SqliteConnection connection)
    {
        using var command = connection.Command($"SELECT {Columns} FROM api_keys ORDER BY created_at, rowid");
        using var rows = command.ExecuteReader();
        List<StoredKey> keys = [];
        while (rows.Read())
        {
            keys.Add(new KeyRow(
                rows.GetString(0),
                rows.GetString(1),
                rows.GetString(2),
                rows.GetString(3),
                // The table of an earlier version allows it.
                rows.IsDBNull(4) ? throw new StoreException($"Key {rows.GetString(0)} has no owners.") : rows.GetString(4),
                rows.GetFieldValue<byte[]>(5),
                rows.GetFieldValue<byte[]>(6),
                rows.GetInt64(7),
                rows.IsDBNull(8) ? null : rows.GetInt64(8),
                rows.IsDBNull(9) ? null : rows.GetInt64(9)).ToKey());
        }

        return keys;
    }

    private static void Write(SqliteConnection connection, KeyRow key) => connection.Execute(
        $"INSERT INTO api_keys ({Columns}) "
            + "VALUES ($id, $name, $plan, $scopes, $owners, $salt, $hash, $created, $expires, $revoked) "
            + "ON CONFLICT DO UPDATE SET revoked_at = excluded.revoked_at",
        ("$id", key.Id),
        ("$name", key.Name),
        ("$plan", key.Plan),
        ("$scopes", key.Scopes),
        ("$owners", key.Owners),
        ("$salt", key.Salt),
        ("$hash", key.Hash),
        ("$created", key.CreatedAt),
        ("$expires", key.ExpiresAt),
        ("$revoked", key.RevokedAt));
}
