using DroneDelivery.ServiceDefaults;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.Gateway.Database;

/// <summary>The gateway's database cannot be used. The message is one line that states the reason and names the file.</summary>
internal sealed class DatabaseException(string message, Exception? innerException = null)
    : StartException(message, innerException)
{
    // Result codes of SQLite: https://www.sqlite.org/rescode.html
    private const int Busy = 5;
    private const int Locked = 6;
    private const int ReadOnly = 8;
    private const int Corrupt = 11;
    private const int Full = 13;
    private const int CannotOpen = 14;
    private const int NotADatabase = 26;

    public static DatabaseException Of(string file, SqliteException exception) => new(
        exception.SqliteErrorCode switch
        {
            Busy or Locked => $"The database {file} is locked by another program.",
            ReadOnly => $"The database {file} may not be written: check its owner and mode.",
            Corrupt => $"The database {file} is damaged: restore it, or move it away and make new keys.",
            Full => $"The database {file} cannot grow: the disk is full.",
            CannotOpen => $"The database {file} cannot be opened: check that its folder exists and that both may be written.",
            NotADatabase => $"{file} is not a SQLite database.",
            _ => $"The database {file} cannot be used: {exception.Message}",
        },
        exception);
}
