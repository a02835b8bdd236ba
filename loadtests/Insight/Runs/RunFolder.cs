using System.Text.Json;

namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>
/// A folder that keeps one run: <c>run.json</c> and <c>run.sqlite</c>. Reports are made from folders only, never from live state.
/// </summary>
public sealed class RunFolder(string path)
{
    public string Path { get; } = System.IO.Path.GetFullPath(path);

    /// <summary>Whether there is a record of a run in the folder.</summary>
    public bool HoldsRun => File.Exists(RecordFile);

    /// <summary>When the record was written, in UTC.</summary>
    public DateTime WrittenAt => File.GetLastWriteTimeUtc(RecordFile);

    private string RecordFile => System.IO.Path.Combine(Path, "run.json");

    /// <summary>The SQLite file; docs/run-folder.md explains its tables.</summary>
    public string DatabaseFile => System.IO.Path.Combine(Path, RunDatabaseFile.Name);

    /// <summary>Writes both files, the figures first; the folder is made where it is missing.</summary>
    /// <exception cref="IOException">The disk is full or the folder cannot be written; the message names the file.</exception>
    public async Task WriteAsync(RunRecord record, RunSamples samples, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Path);
        await using (var file = File.Create(RecordFile))
        {
            await JsonSerializer.SerializeAsync(file, record, RecordJson.Options, cancellationToken);
        }

        // SQLite has no asynchronous way.
        await Task.Run(() => RunDatabaseWriter.Write(DatabaseFile, record, samples, cancellationToken), cancellationToken);
    }

    /// <exception cref="FileNotFoundException">The folder holds no run.</exception>
    /// <exception cref="InvalidDataException">The file is not a whole record.</exception>
    public async Task<RunRecord> ReadRecordAsync(CancellationToken cancellationToken)
    {
        await using var file = File.OpenRead(RecordFile);
        try
        {
            using var document = await JsonDocument.ParseAsync(file, cancellationToken: cancellationToken);
            var version = VersionOf(document.RootElement);
            var record = document.Deserialize<RunRecord>(RecordJson.Options)
                ?? throw new InvalidDataException($"{RecordFile} is empty.");
            return record with { SchemaVersion = version };
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"{RecordFile} is not a whole record of a run: {exception.Message}", exception);
        }
    }

    private int VersionOf(JsonElement record)
    {
        var version = record.ValueKind == JsonValueKind.Object && record.TryGetProperty("schemaVersion", out var written)
            ? written.GetInt32()
            : RunRecord.SuccessesOnlyVersion;
        return version <= RunRecord.CurrentVersion
            ? version
            : throw new InvalidDataException(
                $"{RecordFile} has schema version {version}; this program reads up to {RunRecord.CurrentVersion}. "
                + "Read it with the version of the lab that wrote it.");
    }

    /// <summary>None where the file is missing.</summary>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="InvalidDataException">The file is no run's, or one of another version; the message names it.</exception>
    public Task<RunSamples> ReadSamplesAsync(CancellationToken cancellationToken) =>
        ReadAsync(reader => reader.ReadSamples(), RunSamples.None, cancellationToken);

    private Task<T> ReadAsync<T>(Func<RunDatabaseReader, T> read, T none, CancellationToken cancellationToken) =>
        File.Exists(DatabaseFile)
            ? Task.Run(() => RunDatabaseReader.Read(DatabaseFile, read, cancellationToken), cancellationToken)
            : Task.FromResult(none);
}
