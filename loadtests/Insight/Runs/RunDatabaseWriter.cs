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
        connection.Execute("PRAGMA journal_mode = OFF");
        connection.Execute("BEGIN");
        connection.Execute(RunDatabaseFile.ReadResource("schema.sql"));
        Insert("run", RunFacts.FromRecord(record, samples.Losses), fact =>
            [("name", fact.Name), ("value", RunFacts.Text(fact.Value))]);
        WriteSamples(samples);
        WriteLoad(record.Load);
        WriteCosmos(record.Cosmos);
        connection.Execute("CREATE INDEX spans_by_parent ON spans (trace_id, parent_span_id)");
        connection.Execute("CREATE INDEX requests_by_trace ON requests (trace_id)");
        connection.Execute("COMMIT");
    }

    private void WriteSamples(RunSamples samples)
    {
        Insert("spans", CosmosSpans.Tag(samples.Spans), span =>
        [
            ("trace_id", span.TraceId), ("span_id", span.SpanId), ("parent_span_id", span.ParentSpanId),
            ("service", span.Service), ("name", span.Name), ("kind", span.Kind),
            ("start_ns", span.StartNanoseconds), ("duration_ns", span.DurationNanoseconds), ("failed", span.Failed),
            ("status", span.Status()), ("route", span.Text(SpanRecord.Route)),
            ("cosmos_call", span.CosmosCall()), ("partition", span.Partition()),
            ("request_units", span.Number(SpanRecord.RequestCharge)),
            ("retry_after_ms", span.Number(SpanRecord.RetryAfterMs)),
            ("request_duration_ms", span.Number(SpanRecord.RequestDurationMs)),
            ("attributes", JsonSerializer.Serialize(span.Attributes)),
        ]);
        Insert("extra_traces", samples.ExtraTraces, trace => [("trace_id", trace)]);
        Insert("requests", samples.Requests, request =>
        [
            ("trace_id", request.TraceId), ("scheduled_ns", request.Scheduled), ("due_ns", request.Due),
            ("sent_ns", request.Sent), ("answered_ns", request.Answered), ("done_ns", request.Done),
            ("status", request.Status), ("error", request.Error), ("bytes", request.Bytes),
            ("extra", request.Extra),
        ]);
        Insert("metrics", samples.Metrics, sample =>
        [
            ("service", sample.Service), ("name", sample.Name), ("attributes", sample.Attributes),
            ("time_ns", sample.Time), ("value", sample.Value),
        ]);
        Insert("process_seconds", samples.Processes, sample =>
        [
            ("process", sample.Process), ("second", sample.Second), ("cpu_cores", sample.CpuCores),
            ("memory_mib", sample.MemoryMiB), ("threads", sample.Threads), ("sockets", sample.Sockets),
            ("handles", sample.Handles),
        ]);
        Insert("attempts", samples.Attempts, attempt =>
        [
            ("due_s", attempt.At), ("duration_s", attempt.Seconds), ("outcome", $"{attempt.Outcome}"), ("retry", attempt.IsRetry),
        ]);
    }

    private void WriteLoad(LoadRecord load) => Insert("load_seconds", load.Seconds, second =>
    [
        ("second", second.Second), ("users", second.Users), ("successful", second.Successful), ("failed", second.Failed),
        ("mean_ms", second.MeanMs.Milliseconds), ("p50_ms", second.P50Ms.Milliseconds), ("p95_ms", second.P95Ms.Milliseconds),
        ("at_least", RunFacts.Names(second.AtLeast)), ("latency", second.Latency),
    ]);

    private void WriteCosmos(CosmosRecord cosmos)
    {
        WriteAnswers("data", cosmos.DataCallsByStatus);
        WriteAnswers("plan", cosmos.PlanCallsByStatus);
        Insert("partitions", cosmos.Partitions, partition =>
        [
            ("partition", partition.Id), ("budget_ru_per_second", partition.BudgetPerSecond), ("documents", partition.Documents),
        ]);
        foreach (var partition in cosmos.Partitions)
        {
            Insert("partition_seconds", partition.Seconds, second =>
            [
                ("partition", partition.Id), ("second", second.Second), ("request_units", second.RequestUnits),
                ("calls", second.Calls), ("throttled", second.Throttled),
            ]);
        }

        Insert("logical_keys", cosmos.TopKeys, usage =>
        [
            ("key", usage.Key), ("partition", usage.Partition), ("request_units", usage.RequestUnits),
            ("calls", usage.Calls), ("throttled", usage.Throttled),
        ]);
    }

    private void WriteAnswers(string kind, IReadOnlyDictionary<string, long> callsByStatus) =>
        Insert("cosmos_answers", callsByStatus, answer =>
        [
            ("kind", kind), ("status", int.Parse(answer.Key)), ("calls", answer.Value),
        ]);

    /// <summary>Inserts the rows with one prepared statement. All rows have the same columns.</summary>
    private void Insert<T>(string table, IEnumerable<T> rows, Func<T, IReadOnlyList<(string Column, object? Value)>> read)
    {
        using var command = connection.CreateCommand();
        foreach (var row in rows.Select(read))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (command.Parameters.Count == 0)
            {
                var columns = row.Select(cell => cell.Column).ToList();
                command.CommandText =
                    $"INSERT INTO {table} ({string.Join(", ", columns)}) VALUES (${string.Join(", $", columns)})";
                columns.ForEach(column => command.Parameters.Add(new SqliteParameter { ParameterName = $"${column}" }));
            }

            foreach (var (index, cell) in row.Index())
            {
                // SQLite has no NaN.
                command.Parameters[index].Value = cell.Value is { } value and not double.NaN ? value : DBNull.Value;
            }

            command.ExecuteNonQuery();
        }
    }
}
