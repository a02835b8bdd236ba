using DroneDelivery.Gateway.Database;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Reads the keys again after a key was changed; other changes of the file, such as usage, do not count. Not safe for concurrent
/// use.
/// </summary>
internal sealed class KeyWatch(GatewayDatabase database) : IDisposable
{
    private SqliteConnection? _connection;
    private DateTime _fileCreatedAt;
    private long _changes;

    /// <summary>All keys, if one has changed since the last call or the last call failed; otherwise null.</summary>
    /// <exception cref="DatabaseException">
    /// The file cannot be read, or has no table of keys.
    /// </exception>
    public List<StoredKey>? ReadChanges() => database.Try(() =>
    {
        try
        {
            return HasChanged() ? KeyStore.Read(_connection!) : null;
        }
        catch
        {
            // The next call opens the file again.
            Dispose();
            throw;
        }
    });

    public void Dispose()
    {
        _connection?.Dispose();
        _connection = null;
    }

    private bool HasChanged()
    {
        // A file put in the place of another, as when a copy is restored, does not change the one that is open.
        var createdAt = File.GetCreationTimeUtc(database.File);
        if (_connection is not null && createdAt == _fileCreatedAt)
        {
            var seen = _changes;
            return (_changes = KeyTables.CountChanges(_connection)) != seen;
        }

        Dispose();
        _connection = database.OpenExisting();
        // Another feature may have created the file.
        if (!KeyTables.Exist(_connection))
        {
            throw new DatabaseException(
                $"The database {database.File} has no table of keys: make a first key with \"keys add\".");
        }

        KeyTables.Create(_connection);
        // Before the keys are read: a change in between is seen twice, and not never.
        (_fileCreatedAt, _changes) = (createdAt, KeyTables.CountChanges(_connection));
        return true;
    }
}
