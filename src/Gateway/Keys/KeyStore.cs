using DroneDelivery.Gateway.Database;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Keys;

/// <summary>Reads and changes the keys in the database. Safe for concurrent use, also by several processes.</summary>
internal sealed class KeyStore(GatewayDatabase database, TimeProvider time)
{
    private const string Columns = "id, name, plan, scopes, owners, salt, hash, created_at, expires_at, revoked_at";

    /// <summary>Returns all keys, the oldest first.</summary>
    /// <exception cref="DatabaseException">The database cannot be read.</exception>
    public IReadOnlyList<StoredKey> List() => database.Try(() =>
    {
        using var connection = database.OpenExisting();
        KeyTables.Create(connection);
        return Read(connection);
    });

    /// <summary>Creates the first key of a holder. Refused if the holder has a live key.</summary>
    /// <exception cref="DatabaseException">The database does not exist or cannot be written.</exception>
    public KeyChange Add(string name, string plan, KeyScopes scopes, AllowedOwners owners, DateTimeOffset? expiresAt) =>
        Write(connection => LiveKeys(connection).Find(key => key.Name == name) is { } live
            ? KeyChange.Refused($"{name} has the live key {live.Id}: rotate it, or revoke it first.")
            : Insert(connection, name, plan, scopes, owners, expiresAt));

    /// <summary>Sets the owners of keys that were created before keys had owners.</summary>
    /// <param name="id">The id of one of these keys, or null for all of them.</param>
    /// <returns>The number of keys that were changed.</returns>
    /// <exception cref="DatabaseException">The database cannot be written.</exception>
    public int Migrate(string? id, AllowedOwners owners) => Write(connection => connection.Execute(
        "UPDATE api_keys SET owners = $owners WHERE owners IS NULL AND ($id IS NULL OR id = $id)",
        ("$owners", owners.Text),
        ("$id", id)));

    /// <summary>
    /// Creates a second key with the plan, scopes and owners of a live key. Refused if the holder has two live keys.
    /// </summary>
    /// <param name="expiresAt">The expiry of the second key, or null for that of the first key.</param>
    /// <exception cref="DatabaseException">The database cannot be written.</exception>
    public KeyChange Rotate(string id, DateTimeOffset? expiresAt) => Write(connection =>
    {
        var live = LiveKeys(connection);
        if (live.Find(key => key.Id == id) is not { } old)
        {
            return KeyChange.Unknown(id);
        }

        if (old.Owners is not { } owners)
        {
            return KeyChange.Refused($"Key {id} has no owners yet: set them with \"keys migrate\".");
        }

        return live.FindAll(key => key.Name == old.Name) is [var first, var second, ..]
            ? KeyChange.Refused($"{old.Name} has two live keys, which is the most: revoke {first.Id} or {second.Id} first.")
            : Insert(connection, old.Name, old.Plan, old.Scopes, owners, expiresAt ?? old.ExpiresAt);
    });

    /// <returns>Whether a key with this id exists and was not revoked before.</returns>
    /// <exception cref="DatabaseException">The database cannot be written.</exception>
    public bool Revoke(string id) => Write(connection => connection.Execute(
        "UPDATE api_keys SET revoked_at = $now WHERE id = $id AND revoked_at IS NULL",
        ("$now", time.GetUtcNow().ToUnixTimeMilliseconds()),
        ("$id", id)) > 0);

    public static List<StoredKey> Read(SqliteConnection connection)
    {
        using var command = connection.Command($"SELECT {Columns} FROM api_keys ORDER BY created_at, rowid");
        using var rows = command.ExecuteReader();
        List<StoredKey> keys = [];
        while (rows.Read())
        {
            keys.Add(ToKey(rows));
        }

        return keys;
    }

    private List<StoredKey> LiveKeys(SqliteConnection connection)
    {
        var now = time.GetUtcNow();
        return Read(connection).FindAll(key => key.IsLive(now));
    }

    private KeyChange Insert(
        SqliteConnection connection,
        string name,
        string plan,
        KeyScopes scopes,
        AllowedOwners owners,
        DateTimeOffset? expiresAt)
    {
        var key = ApiKey.Create();
        var stored = new StoredKey(
            key.Id, name, plan, scopes, owners, SecretHash.Of(key.Secret), time.GetUtcNow(), expiresAt, RevokedAt: null);
        connection.Execute(
            $"INSERT INTO api_keys ({Columns}) "
                + "VALUES ($id, $name, $plan, $scopes, $owners, $salt, $hash, $created, $expires, NULL)",
            ("$id", stored.Id),
            ("$name", stored.Name),
            ("$plan", stored.Plan),
            ("$scopes", string.Join(',', KeyScopeNames.Split(stored.Scopes))),
            ("$owners", owners.Text),
            ("$salt", stored.Secret.Salt),
            ("$hash", stored.Secret.Hash),
            ("$created", stored.CreatedAt.ToUnixTimeMilliseconds()),
            ("$expires", stored.ExpiresAt?.ToUnixTimeMilliseconds()));
        return KeyChange.Made(key, stored);
    }

    // The transaction takes the write lock before its first read, so that concurrent calls do not count the same live keys.
    private T Write<T>(Func<SqliteConnection, T> change) => database.Try(() =>
    {
        using var connection = database.OpenExisting();
        KeyTables.Create(connection);
        using var transaction = connection.BeginTransaction(deferred: false);
        var result = change(connection);
        transaction.Commit();
        return result;
    });

    private static StoredKey ToKey(SqliteDataReader row) => new(
        row.GetString(0),
        row.GetString(1),
        row.GetString(2),
        KeyScopeNames.Parse(row.GetString(3).Split(',')) ?? KeyScopes.None,
        row.IsDBNull(4) ? null : AllowedOwners.Parse(row.GetString(4).Split(',')) ?? AllowedOwners.None,
        new SecretHash(row.GetFieldValue<byte[]>(5), row.GetFieldValue<byte[]>(6)),
        DateTimeOffset.FromUnixTimeMilliseconds(row.GetInt64(7)),
        ToTime(row, 8),
        ToTime(row, 9));

    private static DateTimeOffset? ToTime(SqliteDataReader row, int column) =>
        row.IsDBNull(column) ? null : DateTimeOffset.FromUnixTimeMilliseconds(row.GetInt64(column));
}
