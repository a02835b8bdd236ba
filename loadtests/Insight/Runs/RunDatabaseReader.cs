namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>Reads the file that <see cref="RunDatabaseWriter"/> wrote.</summary>
internal sealed class RunDatabaseReader(SqliteConnection connection, CancellationToken cancellationToken)
{
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="InvalidDataException">Not a run database of a known version; the message has its path.</exception>
    public static RunSamples ReadSamples(string file, CancellationToken cancellationToken)
    {
        using var connection = Open(file);
        try
        {
            return new RunDatabaseReader(connection, cancellationToken).ReadSamples();
        }
        catch (SqliteException exception)
        {
            throw RunDatabaseFile.CannotRead(file, exception);
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"{file} is not the data of a run: {exception.Message}", exception);
        }
    }

    /// <summary>Opens the file for reading and checks its version.</summary>
    /// <inheritdoc cref="ReadSamples(string, CancellationToken)" path="/exception"/>
    public static SqliteConnection Open(string file)
    {
        SqliteConnection? connection = null;
        try
        {
            connection = RunDatabaseFile.Open(file, SqliteOpenMode.ReadOnly);
            var version = new RunDatabaseReader(connection, CancellationToken.None).Fact(RunFacts.SchemaVersion);
            if (version != $"{RunDatabaseFile.SchemaVersion}")
            {
                throw new InvalidDataException(
                    $"{file} has schema version {version}; this program reads {RunDatabaseFile.SchemaVersion}. "
                    + "Read it with the version of the lab that wrote it, or repeat the run.");
            }

            return connection;
        }
        catch (Exception exception)
        {
            connection?.Dispose();
            throw exception is SqliteException fault ? RunDatabaseFile.CannotRead(file, fault) : exception;
        }
    }

    private RunSamples ReadSamples() =>
        new(ReadSpans(), ReadRequests(), ReadMetrics(), ReadProcesses())
        {
            ExtraTraces = Rows("extra_traces", "trace_id", row => row.GetString(0)).ToHashSet(),
            Losses = ReadLosses(),
            SecondLatencies = Rows("load_seconds WHERE latency IS NOT NULL", "second, latency", row =>
                (row.GetInt32(0), (byte[])row[1])).ToDictionary(),
            Attempts = Rows("attempts", "due_s, duration_s, outcome, retry", row => new Attempt(
                row.GetDouble(0), row.GetDouble(1), Enum.Parse<AttemptOutcome>(row.GetString(2)), row.GetBoolean(3))),
        };

    private IReadOnlyList<SpanRecord> ReadSpans() => Rows(
        "spans",
        "trace_id, span_id, parent_span_id, service, name, kind, start_ns, duration_ns, failed, attributes",
        row => new SpanRecord(
            row.GetInt64(6), row.GetInt64(7), row.GetBoolean(8),
            JsonSerializer.Deserialize<Dictionary<string, string>>(row.GetString(9)) ?? [])
        {
            TraceId = row.GetString(0), SpanId = row.GetString(1), ParentSpanId = TextOrNull(row, 2),
            Service = row.GetString(3), Name = row.GetString(4), Kind = row.GetString(5),
        });

    private static string? TextOrNull(SqliteDataReader row, int column) => row.IsDBNull(column) ? null : row.GetString(column);

    private IReadOnlyList<RequestRecord> ReadRequests() => Rows(
        "requests",
        "trace_id, scheduled_ns, due_ns, sent_ns, answered_ns, done_ns, status, error, bytes, extra",
        row => new RequestRecord(row.GetString(0), row.GetInt32(6), TextOrNull(row, 7), row.GetInt64(8))
        {
            Scheduled = row.GetInt64(1), Due = row.GetInt64(2), Sent = row.GetInt64(3), Answered = row.GetInt64(4),
            Done = row.GetInt64(5), Extra = row.GetBoolean(9),
        });

    private IReadOnlyList<MetricSample> ReadMetrics() => Rows(
        "metrics",
        "service, name, attributes, time_ns, value",
        row => new MetricSample(
            row.GetString(0), row.GetString(1), row.GetString(2), row.GetInt64(3),
            row.IsDBNull(4) ? double.NaN : row.GetDouble(4)));

    private IReadOnlyList<ProcessSample> ReadProcesses() =>
        Rows(
            "process_seconds",
            "process, second, cpu_cores, memory_mib, threads, sockets, handles",
            row => new ProcessSample(
                row.GetString(0), row.GetInt32(1), row.GetDouble(2), row.GetDouble(3), row.GetInt32(4),
                row.IsDBNull(5) ? null : row.GetInt32(5))
            {
                Handles = row.IsDBNull(6) ? null : row.GetInt32(6),
            });

    private SampleLosses ReadLosses() => new()
    {
        Traces = Count(RunFacts.LostTraces), Spans = Count(RunFacts.LostSpans), Requests = Count(RunFacts.LostRequests),
        Metrics = Count(RunFacts.LostMetrics), AtSource = Count(RunFacts.LostAtSource),
    };

    private long Count(string fact) => long.Parse(Fact(fact) ?? "0");

    private string? Fact(string name)
    {
        using var command = new SqliteCommand("SELECT value FROM run WHERE name = $name", connection);
        command.Parameters.AddWithValue("$name", name);
        return command.ExecuteScalar() as string;
    }

    /// <summary>The rows in the order in which they were written.</summary>
    private IReadOnlyList<T> Rows<T>(string table, string columns, Func<SqliteDataReader, T> read)
    {
        using var command = new SqliteCommand($"SELECT {columns} FROM {table} ORDER BY rowid", connection);
        using var row = command.ExecuteReader();
        var rows = new List<T>();
        while (row.Read())
        {
            cancellationToken.ThrowIfCancellationRequested();
            rows.Add(read(row));
        }

        return rows;
    }
}
