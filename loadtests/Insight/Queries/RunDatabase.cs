using SQLitePCL;

namespace DroneDelivery.LoadTests.Insight.Queries;

/// <summary>The SQLite file of a run folder, open for queries and read-only.</summary>
public sealed class RunDatabase : IDisposable
{
    /// <summary>A column that a query lacks, or a null that a record does not allow, is an error.</summary>
    private static readonly JsonSerializerOptions RowOptions = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
    };

    private readonly SqliteConnection _connection;

    // Those of spans are not scaled. The last are facts of the table run.
    private static readonly string[] CosmosTables = ["partitions", "partition_seconds", "cosmos_answers", "'cosmos."];

    // On the figures of Cosmos DB; null if they are not estimates.
    private readonly string? _note;

    private RunDatabase(SqliteConnection connection)
    {
        _connection = connection;
        using var command = new SqliteCommand($"SELECT value FROM run WHERE name = '{RunFacts.CosmosEstimated}'", _connection);
        _note = command.ExecuteScalar() as string;
    }

    /// <summary>The tables that can be queried, in alphabetical order.</summary>
    public IReadOnlyList<string> Tables =>
        [.. Query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", CancellationToken.None)
            .Rows.Select(row => (string)row[0]!)];

    /// <exception cref="IOException">The folder holds no run, or its file cannot be read.</exception>
    /// <exception cref="InvalidDataException">Not a run database of a known version; the message has its path.</exception>
    public static RunDatabase OpenRead(RunFolder folder) =>
        File.Exists(folder.DatabaseFile)
            ? new RunDatabase(RunDatabaseReader.Open(folder.DatabaseFile))
            : throw new FileNotFoundException(
                $"There is no {folder.DatabaseFile}: the folder holds no run, or one whose samples were not kept.");

    public void Dispose() => _connection.Dispose();

    /// <summary>The rows of a named query, for reports: the same figures that the <c>query</c> command prints.</summary>
    /// <typeparam name="T">A record with a property for each column that is read, such as MeanMs for mean_ms.</typeparam>
    internal IReadOnlyList<T> Read<T>(string query)
    {
        var result = Query(NamedQuery.Get(query).Sql, CancellationToken.None);
        return JsonSerializer.Deserialize<IReadOnlyList<T>>(QueryJson.Text(result), RowOptions)!;
    }

    /// <param name="maxRows">Maximum number of rows to read; <see cref="QueryResult.HasMore"/> is true if there are more.</param>
    /// <exception cref="QueryException">The SQL is wrong, or would change the database; the message has the reason.</exception>
    public QueryResult Query(string sql, CancellationToken cancellationToken, int maxRows = int.MaxValue)
    {
        // Not sqlite3_interrupt, which has no effect before the statement starts.
        raw.sqlite3_progress_handler(_connection.Handle, 1_000, _ => cancellationToken.IsCancellationRequested ? 1 : 0, null);
        try
        {
            using var command = new SqliteCommand(sql, _connection);
            using var reader = command.ExecuteReader();
            string[] columns = [.. Enumerable.Range(0, reader.FieldCount).Select(reader.GetName)];
            var rows = new List<object?[]>();
            var hasMore = reader.Read();
            while (hasMore && rows.Count < maxRows)
            {
                rows.Add([.. columns.Select((_, column) => reader.IsDBNull(column) ? null : reader.GetValue(column))]);
                hasMore = reader.Read();
            }

            var isOnCosmos = CosmosTables.Any(table => sql.Contains(table, StringComparison.OrdinalIgnoreCase));
            return new QueryResult(columns, rows, hasMore) { Note = isOnCosmos ? _note : null };
        }
        catch (SqliteException exception)
        {
            throw exception.SqliteErrorCode == raw.SQLITE_INTERRUPT && cancellationToken.IsCancellationRequested
                ? new OperationCanceledException(cancellationToken)
                : new QueryException($"{RunDatabaseFile.Reason(exception)}.", exception);
        }
        catch (InvalidOperationException exception)
        {
            throw new QueryException(exception.Message, exception);
        }
    }
}

/// <summary>A query that the database of a run cannot execute.</summary>
public sealed class QueryException(string message, Exception inner) : Exception(message, inner);
