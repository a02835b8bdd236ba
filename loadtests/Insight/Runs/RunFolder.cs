using System.Text.Json;

namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>
/// A folder that keeps one run: <c>run.json</c> and <c>spans.jsonl</c>. Reports are made from folders only, never from live state.
/// </summary>
public sealed class RunFolder(string path)
{
    private static readonly JsonSerializerOptions Indented = new(JsonSerializerDefaults.Web) { WriteIndented = true };
    private static readonly JsonSerializerOptions OneLine = new(JsonSerializerDefaults.Web);

    public string Path { get; } = System.IO.Path.GetFullPath(path);

    /// <summary>Whether there is a record of a run in the folder.</summary>
    public bool HoldsRun => File.Exists(RecordFile);

    /// <summary>When the record was written, in UTC.</summary>
    public DateTime WrittenAt => File.GetLastWriteTimeUtc(RecordFile);

    private string RecordFile => System.IO.Path.Combine(Path, "run.json");

    private string SpansFile => System.IO.Path.Combine(Path, "spans.jsonl");

    /// <summary>Writes both files, the figures first; the folder is made where it is missing.</summary>
    /// <exception cref="IOException">The disk is full or the folder cannot be written; the message names the file.</exception>
    public async Task WriteAsync(RunRecord record, RunSamples samples, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Path);
        await using (var file = File.Create(RecordFile))
        {
            await JsonSerializer.SerializeAsync(file, record, Indented, cancellationToken);
        }

        await using var lines = new StreamWriter(SpansFile);
        foreach (var span in samples.Spans)
        {
            await lines.WriteLineAsync(JsonSerializer.Serialize(span, OneLine).AsMemory(), cancellationToken);
        }
    }

    /// <exception cref="FileNotFoundException">The folder holds no run.</exception>
    /// <exception cref="InvalidDataException">The file is not a whole record.</exception>
    public async Task<RunRecord> ReadRecordAsync(CancellationToken cancellationToken)
    {
        await using var file = File.OpenRead(RecordFile);
        try
        {
            return await JsonSerializer.DeserializeAsync<RunRecord>(file, Indented, cancellationToken)
                ?? throw new InvalidDataException($"{RecordFile} is empty.");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"{RecordFile} is not a whole record of a run: {exception.Message}", exception);
        }
    }

    /// <summary>None where the file is missing.</summary>
    /// <exception cref="InvalidDataException">A line is not a span; the message says which.</exception>
    public async Task<IReadOnlyList<SpanRecord>> ReadSpansAsync(CancellationToken cancellationToken)
    {
        var spans = new List<SpanRecord>();
        if (!File.Exists(SpansFile))
        {
            return spans;
        }

        await foreach (var line in File.ReadLinesAsync(SpansFile, cancellationToken))
        {
            spans.Add(ReadSpan(line, spans.Count + 1));
        }

        return spans;
    }

    private SpanRecord ReadSpan(string line, int number)
    {
        try
        {
            return JsonSerializer.Deserialize<SpanRecord>(line, OneLine)
                ?? throw new InvalidDataException($"{SpansFile}, line {number}: null is not a span.");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"{SpansFile}, line {number}, is not a span: {exception.Message}", exception);
        }
    }
}
