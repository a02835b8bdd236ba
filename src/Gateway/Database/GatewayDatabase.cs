using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Database;

/// <summary>
/// The SQLite file. Each feature has its own tables in it, and makes them itself. Nobody but the file's owner may read it.
/// </summary>
/// <param name="lockTimeout">
/// How long to wait for a lock, in seconds. Writers hold it for milliseconds; who holds it longer does not let go soon.
/// </param>
internal sealed class GatewayDatabase(string file, int lockTimeout = 2)
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    public string File => file;

    public bool Exists => System.IO.File.Exists(File);

    /// <summary>Whether others than the owner may read or write the file.</summary>
    public bool IsOpenToOthers =>
        !OperatingSystem.IsWindows() && Exists && (System.IO.File.GetUnixFileMode(File) & ~OwnerOnly) != 0;

    /// <summary>A new connection; the file is made where there is none.</summary>
    /// <exception cref="DatabaseException">It cannot be opened, or is no database.</exception>
    public SqliteConnection Open() => Try(() =>
    {
        CreateFile();
        return OpenFile();
    });

    /// <summary>A new connection to a file that is there.</summary>
    /// <exception cref="DatabaseException">There is none, it cannot be opened, or it is no database.</exception>
    public SqliteConnection OpenExisting() => Exists
        ? Try(OpenFile)
        : throw new DatabaseException($"There is no database {File}: check the path, or create it with \"keys add --create\".");

    /// <summary>Does what <paramref name="work"/> says.</summary>
    /// <exception cref="DatabaseException">In place of what SQLite throws.</exception>
    public T Try<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (SqliteException exception)
        {
            throw DatabaseException.Of(File, exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new DatabaseException($"The database {File} cannot be made: {exception.Message}", exception);
        }
    }

    // SQLite gives the files beside it (-wal, -shm) the same mode.
    private void CreateFile()
    {
        if (Exists)
        {
            return;
        }

        var creation = new FileStreamOptions
        {
            Access = FileAccess.Write,
            Mode = FileMode.OpenOrCreate,
            Share = FileShare.ReadWrite,
        };
        if (!OperatingSystem.IsWindows())
        {
            creation.UnixCreateMode = OwnerOnly;
        }

        new FileStream(File, creation).Dispose();
    }

    private SqliteConnection OpenFile()
    {
        // Without pooling a closed connection lets go of the file.
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
            // With a write-ahead log readers and the writer do not wait for each other.
            connection.Execute("PRAGMA journal_mode = WAL");
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }
}
