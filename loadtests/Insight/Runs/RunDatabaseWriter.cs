using System.Globalization;
using System.Text.Json;
using Microsoft.Data.Sqlite;

namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>Writes the samples of a run and its figures by second to one SQLite file, completely or not at all.</summary>
internal sealed class RunDatabaseWriter(SqliteConnection connection, CancellationToken cancellationToken)
{
    /// <exception cref="IOException">The file, named in the message, cannot be written, for example on a full disk.</exception>
    public static void Write(string file, RunRecord record, RunSamples samples, CancellationToken cancellationToken)
    {
        var partial = file + ".partial";
        try
        {
            File.Delete(partial);
            using (var connection = RunDatabaseFile.Open(partial, SqliteOpenMode.ReadWriteCreate))
            {
                new RunDatabaseWriter(connection, cancellationToken).Write(record, samples);
            }

            File.Move(partial, file, overwrite: true);
        }
        catch (SqliteException exception)
        {
            throw RunDatabaseFile.CannotWrite(file, exception);
        }
        finally
        {
            File.Delete(partial);
        }
    }

    private void Write(RunRecord record, RunSamples samples)
    {
        // The file is deleted after any error, so it needs no journal.
        Execute("PRAGMA journal_mode = OFF");
        Execute("BEGIN");
        Execute(RunDatabaseFile.ReadResource("schema.sql"));
        WriteRun(record, samples);
        WriteSpans(samples);
        WriteRequests(samples.Requests);
        WriteMetrics(samples.Metrics);
        WriteProcesses(samples.Processes);
        WriteLoad(record.Load);
        WriteCosmos(record.Cosmos);
        Execute("CREATE INDEX spans_by_parent ON spans (trace_id, parent_span_id)");
        Execute("CREATE INDEX requests_by_trace ON requests (trace_id)");
        Execute("COMMIT");
    }

    private void WriteRun(RunRecord record, RunSamples samples) =>
        Insert("run", RunFacts.FromRecord(record, samples.Losses),
            new("name", fact => fact.Key),
            new("value", fact => RunFacts.Text(fact.Value)));

    private void WriteSpans(RunSamples samples)
    {
        Insert("spans", samples.Spans,
            new("trace_id", span => span.TraceId),
            new("span_id", span => span.SpanId),
            new("parent_span_id", span => span.ParentSpanId),
            new("service", span => span.Service),
            new("name", span => span.Name),
            new("kind", span => span.Kind),
            new("start_ns", span => span.StartNanoseconds),
            new("duration_ns", span => span.DurationNanoseconds),
            new("failed", span => span.Failed),
            new("status", span => span.Status()),
            new("route", span => span.Text(SpanRecord.Route)),
            new("cosmos_call", span => span.CosmosCall()),
            new("partition", span => span.Partition()),
            new("request_units", span => span.Number(SpanRecord.RequestCharge)),
            new("retry_after_ms", span => span.Number(SpanRecord.RetryAfterMs)),
            new("request_duration_ms", span => span.Number(SpanRecord.RequestDurationMs)),
            new("attributes", span => JsonSerializer.Serialize(span.Attributes)));
        Insert("extra_traces", samples.ExtraTraces, new Column<string>("trace_id", trace => trace));
    }

    private void WriteRequests(IReadOnlyList<RequestRecord> requests) =>
        Insert("requests", requests,
            new("trace_id", request => request.TraceId),
            new("scheduled_ns", request => request.Scheduled),
            new("due_ns", request => request.Due),
            new("sent_ns", request => request.Sent),
            new("answered_ns", request => request.Answered),
            new("done_ns", request => request.Done),
            new("status", request => request.Status),
            new("error", request => request.Error),
            new("bytes", request => request.Bytes));

    private void WriteMetrics(IReadOnlyList<MetricSample> metrics) =>
        Insert("metrics", metrics,
            new("service", sample => sample.Service),
            new("name", sample => sample.Name),
            new("attributes", sample => sample.Attributes),
            new("time_ns", sample => sample.Time),
            new("value", sample => sample.Value));

    private void WriteProcesses(IReadOnlyList<ProcessSample> processes) =>
        Insert("process_seconds", processes,
            new("process", sample => sample.Process),
            new("second", sample => sample.Second),
            new("cpu_cores", sample => sample.CpuCores),
            new("memory_mib", sample => sample.MemoryMiB),
            new("threads", sample => sample.Threads),
            new("sockets", sample => sample.Sockets));

    private void WriteLoad(LoadRecord load) =>
        Insert("load_seconds", load.Seconds,
            new("second", second => second.Second),
            new("users", second => second.Users),
            new("successful", second => second.Successful),
            new("failed", second => second.Failed),
            new("mean_ms", second => second.MeanMs),
            new("p50_ms", second => second.P50Ms),
            new("p95_ms", second => second.P95Ms),
            new("latency", second => second.Latency));

    private void WriteCosmos(CosmosRecord cosmos)
    {
        WriteAnswers("data", cosmos.DataCallsByStatus);
        WriteAnswers("plan", cosmos.PlanCallsByStatus);
        Insert("partitions", cosmos.Partitions,
            new("partition", partition => partition.Id),
            new("budget_ru_per_second", partition => partition.BudgetPerSecond),
            new("documents", partition => partition.Documents));
        Insert(
            "partition_seconds",
            cosmos.Partitions.SelectMany(partition => partition.Seconds, (partition, second) => (partition.Id, Of: second)),
            new("partition", second => second.Id),
            new("second", second => second.Of.Second),
            new("request_units", second => second.Of.RequestUnits),
            new("calls", second => second.Of.Calls),
            new("throttled", second => second.Of.Throttled));
        Insert("logical_keys", cosmos.TopKeys,
            new("key", usage => usage.Key),
            new("partition", usage => usage.Partition),
            new("request_units", usage => usage.RequestUnits),
            new("calls", usage => usage.Calls),
            new("throttled", usage => usage.Throttled));
    }

    private void WriteAnswers(string kind, IReadOnlyDictionary<string, long> callsByStatus) =>
        Insert("cosmos_answers", callsByStatus,
            new("kind", _ => kind),
            new("status", answer => int.Parse(answer.Key, CultureInfo.InvariantCulture)),
            new("calls", answer => answer.Value));

    /// <summary>Inserts the rows with one prepared statement.</summary>
    private void Insert<T>(string table, IEnumerable<T> rows, params ReadOnlySpan<Column<T>> columns)
    {
        using var command = connection.CreateCommand();
        var parameters = new SqliteParameter[columns.Length];
        for (var index = 0; index < columns.Length; index++)
        {
            parameters[index] = command.Parameters.Add(new SqliteParameter { ParameterName = $"${columns[index].Name}" });
        }

        command.CommandText =
            $"INSERT INTO {table} ({string.Join(", ", parameters.Select(parameter => parameter.ParameterName[1..]))}) "
            + $"VALUES ({string.Join(", ", parameters.Select(parameter => parameter.ParameterName))})";
        foreach (var row in rows)
        {
            cancellationToken.ThrowIfCancellationRequested();
            for (var index = 0; index < columns.Length; index++)
            {
                // SQLite has no NaN.
                parameters[index].Value = columns[index].Value(row) is { } value and not double.NaN ? value : DBNull.Value;
            }

            command.ExecuteNonQuery();
        }
    }

    private void Execute(string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    /// <summary>One column of an inserted row, with its value.</summary>
    private readonly record struct Column<T>(string Name, Func<T, object?> Value);
}
