using System.Reflection;

namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>Opens the SQLite file of a run folder and describes its errors.</summary>
internal static class RunDatabaseFile
{
    public const string Name = "run.sqlite";

    /// <summary>Raised with every change that affects queries written by users. Other versions are refused.</summary>
    public const int SchemaVersion = 4;

    private const int CannotOpen = 14;
    private const int InputOutput = 10;

    public static SqliteConnection Open(string file, SqliteOpenMode mode)
    {
        // Without pooling a closed connection releases its file, so that the folder can be moved or deleted.
        var connection = new SqliteConnection(
            new SqliteConnectionStringBuilder { DataSource = file, Mode = mode, Pooling = false }.ToString());
        try
        {
            connection.Open();
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    public static void Execute(this SqliteConnection connection, string sql)
    {
        using var command = new SqliteCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    public static string ReadResource(string name)
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"The resource {name} was not built in.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    public static IOException CannotWrite(string file, SqliteException exception) =>
        new($"{file} cannot be written: {Reason(exception)}.", exception);

    public static Exception CannotRead(string file, SqliteException exception) =>
        exception.SqliteErrorCode is CannotOpen or InputOutput
            ? new IOException($"{file} cannot be read: {Reason(exception)}.", exception)
            : new InvalidDataException($"{file} is not the data of a run: {Reason(exception)}.", exception);

    /// <summary>SQLite's message without the text that the client adds around it.</summary>
    public static string Reason(SqliteException exception)
    {
        var (first, last) = (exception.Message.IndexOf('\''), exception.Message.LastIndexOf('\''));
        return last > first ? exception.Message[(first + 1)..last] : exception.Message;
    }
}
