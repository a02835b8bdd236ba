using DroneDelivery.Gateway.Database;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Reads the keys again after a key has changed. Other changes to the file, such as usage, cause no read. Not safe for
/// concurrent use.
/// </summary>
internal sealed class KeyWatch(GatewayDatabase database) : IDisposable
{
    private SqliteConnection? _connection;
    private DateTime _fileCreatedAt;
    private long _changes;

    /// <summary>Returns all keys at the first call, after a change, and after a call that failed; otherwise null.</summary>
    /// <exception cref="DatabaseException">The file cannot be read, or has no table of keys.</exception>
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
        // If the file is replaced, for example by a restored copy, an open connection continues to read the old file.
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
        // Counted before the keys are read, so that a change between the two is read twice instead of missed.
        (_fileCreatedAt, _changes) = (createdAt, KeyTables.CountChanges(_connection));
        return true;
    }
}
