using DroneDelivery.Gateway.Database;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Reads the keys again whenever somebody has changed the file: SQLite counts that for each connection (PRAGMA data_version),
/// which takes some 10 us. Not safe for concurrent use.
/// </summary>
internal sealed class KeyWatch(GatewayDatabase database) : IDisposable
{
    private SqliteConnection? _connection;
    private DateTime _fileCreatedAt;
    private long _version;

    /// <summary>All keys where the file has changed since the last time, or could not be read then; otherwise null.</summary>
    /// <exception cref="DatabaseException">The file cannot be read.</exception>
    public List<StoredKey>? ReadChanges() => database.Try(() =>
    {
        try
        {
            return HasChanged() ? KeyStore.Read(_connection!) : null;
        }
        catch
        {
            // So that the next time starts anew.
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
            var seen = _version;
            return (_version = DataVersion(_connection)) != seen;
        }

        Dispose();
        _connection = database.OpenExisting();
        KeyStore.CreateTable(_connection);
        (_fileCreatedAt, _version) = (createdAt, DataVersion(_connection));
        return true;
    }

    private static long DataVersion(SqliteConnection connection)
    {
        using var command = connection.Command("PRAGMA data_version");
        return (long)command.ExecuteScalar()!;
    }
}
