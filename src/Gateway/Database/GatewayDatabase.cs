using DroneDelivery.ServiceDefaults;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Database;

/// <summary>
/// The SQLite database file. Each feature creates its own tables in it. On Unix, a new file is readable and writable only by its
/// owner.
/// </summary>
/// <param name="lockTimeout">
/// The timeout for a lock, in seconds. Writers hold a lock for milliseconds; a lock that is held for longer is unlikely to be
/// released soon.
/// </param>
internal sealed class GatewayDatabase(string file, int lockTimeout = 2)
{
    public string File => file;

    public bool Exists => System.IO.File.Exists(File);

    /// <summary>Whether users other than the owner may access the file. Always false on Windows.</summary>
    public bool IsOpenToOthers => Exists && OwnerOnly.IsOpenToOthers(File);

    /// <summary>Opens a new connection. The file is created if it does not exist.</summary>
    /// <exception cref="StoreException">The file cannot be created or opened, or is not a database.</exception>
    public SqliteConnection Open() => Try(() =>
    {
        CreateFile();
        return OpenFile();
    });

    /// <summary>Opens a new connection to an existing file.</summary>
    /// <exception cref="StoreException">The file does not exist, cannot be opened, or is not a database.</exception>
    public SqliteConnection OpenExisting() => Exists
        ? Try(OpenFile)
        : throw new StoreException($"There is no database {File}: check the path, or create it with \"keys add --create\".");

    /// <summary>Runs <paramref name="work"/>, and returns its result.</summary>
    /// <exception cref="StoreException">SQLite has failed, or the file cannot be created.</exception>
    public T Try<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (SqliteException exception)
        {
            throw new StoreException(Describe(exception), exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new StoreException($"The database {File} cannot be made: {exception.Message}", exception);
        }
    }

    // SQLite creates its additional files (-wal, -shm) with the same mode.
    private void CreateFile()
    {
        if (Exists)
        {
            return;
        }

        OwnerOnly.Open(File, FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite).Dispose();
    }

    private SqliteConnection OpenFile()
    {
        // Without pooling, closing the connection releases the file.
        var connection = new SqliteConnection(new SqliteConnectionStringBuilder
        {
            DataSource = File,
            DefaultTimeout = lockTimeout,
            Mode = SqliteOpenMode.ReadWrite,
            Pooling = false,
        }.ToString());
        try
        {
            connection.Open();
            // With a write-ahead log, readers and the writer do not block each other.
            connection.Execute("PRAGMA journal_mode = WAL");
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    // Result codes of SQLite: https://www.sqlite.org/rescode.html
    private string Describe(SqliteException exception) => exception.SqliteErrorCode switch
    {
        // Busy or locked.
        5 or 6 => $"The database {File} is locked by another program.",
        // Read only.
        8 => $"The database {File} may not be written: check its owner and mode.",
        // Corrupt.
        11 => $"The database {File} is damaged: restore it, or move it away and make new keys.",
        13 => $"The database {File} cannot grow: the disk is full.",
        // Cannot open.
        14 => $"The database {File} cannot be opened: check that its folder exists and that both may be written.",
        // Not a database.
        26 => $"{File} is not a SQLite database.",
        _ => $"The database {File} cannot be used: {exception.Message}",
    };
}
