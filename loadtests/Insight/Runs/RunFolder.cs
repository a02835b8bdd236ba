namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>A run: <c>run.json</c> and <c>run.sqlite</c>. Reports are made from run folders only, never from live data.</summary>
public sealed class RunFolder(string path)
{
    /// <summary>The full path, without a separator at its end: its last part is the name of the run.</summary>
    public string Path { get; } = System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(path));

    /// <summary>Whether the folder has the record of a run.</summary>
    public bool HoldsRun => File.Exists(RecordFile);

    /// <summary>When the record was written, in UTC.</summary>
    public DateTime WrittenAt => File.GetLastWriteTimeUtc(RecordFile);

    private string RecordFile => System.IO.Path.Combine(Path, "run.json");

    /// <summary>The SQLite file; docs/run-folder.md explains its tables.</summary>
    public string DatabaseFile => System.IO.Path.Combine(Path, RunDatabaseFile.Name);

    /// <summary>Writes both files, <c>run.json</c> first, and creates the folder if it is missing.</summary>
    /// <exception cref="IOException">The disk is full or the folder cannot be written; the message has the file path.</exception>
    public async Task WriteAsync(RunRecord record, RunSamples samples, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Path);
        await using (var file = File.Create(RecordFile))
        {
            await JsonSerializer.SerializeAsync(file, record, RecordJson.Options, cancellationToken);
        }

        // The SQLite client has no asynchronous I/O.
        await Task.Run(() => RunDatabaseWriter.Write(DatabaseFile, record, samples, cancellationToken), cancellationToken);
    }

    /// <exception cref="FileNotFoundException">The folder holds no run.</exception>
    /// <exception cref="InvalidDataException">The file is not a complete record, or has another schema version.</exception>
    public async Task<RunRecord> ReadRecordAsync(CancellationToken cancellationToken)
    {
        await using var file = File.OpenRead(RecordFile);
        try
        {
            using var document = await JsonDocument.ParseAsync(file, cancellationToken: cancellationToken);
            CheckVersion(document.RootElement);
            var record = document.Deserialize<RunRecord>(RecordJson.Options)
                ?? throw new InvalidDataException($"{RecordFile} is empty.");
            var emulator = record.Manifest.EmulatorRun is { } path ? new RunFolder(path) : null;
            return record with
            {
                Emulator = emulator?.HoldsRun == true ? await emulator.ReadRecordAsync(cancellationToken) : null,
            };
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"{RecordFile} is not a whole record of a run: {exception.Message}", exception);
        }
    }

    /// <summary>Record and samples.</summary>
    /// <inheritdoc cref="ReadRecordAsync" path="/exception"/>
    public async Task<RunData> ReadAsync(CancellationToken cancellationToken) =>
        new(await ReadRecordAsync(cancellationToken), await ReadSamplesAsync(cancellationToken));

    /// <summary>Records and samples of all <paramref name="folders"/>, in the same order.</summary>
    /// <inheritdoc cref="ReadRecordAsync" path="/exception"/>
    public static Task<RunData[]> ReadAllAsync(IReadOnlyList<RunFolder> folders, CancellationToken cancellationToken) =>
        Task.WhenAll(folders.Select(folder => folder.ReadAsync(cancellationToken)));

    // The first version wrote no number: its latencies leave out failed requests.
    private void CheckVersion(JsonElement record)
    {
        if (record.ValueKind != JsonValueKind.Object)
        {
            return;
        }

        var version = record.TryGetProperty("schemaVersion", out var written) ? written.GetInt32() : 1;
        if (version != RunRecord.CurrentVersion)
        {
            throw new InvalidDataException(
                $"{RecordFile} has schema version {version}; this program reads {RunRecord.CurrentVersion}. "
                + "Read it with the version of the lab that wrote it, or repeat the run.");
        }
    }

    /// <summary><see cref="RunSamples.None"/> if the file is missing.</summary>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="InvalidDataException">Not a run database of a known version; the message has its path.</exception>
    public Task<RunSamples> ReadSamplesAsync(CancellationToken cancellationToken) =>
        File.Exists(DatabaseFile)
            ? Task.Run(() => RunDatabaseReader.ReadSamples(DatabaseFile, cancellationToken), cancellationToken)
            : Task.FromResult(RunSamples.None);
}
