using System.Text.Json;

namespace DroneDelivery.LoadTests.Engine.Histograms.Hdr;

/// <summary>
/// Reads and writes histograms as files, in two formats without loss: a log that HdrHistogram's tools can read (<c>.hdr</c>),
/// and a <see cref="HistogramRecord"/> as JSON (<c>.hist.json</c>).
/// </summary>
public static class HistogramFile
{
    public const string JsonEnding = ".hist.json";

    /// <summary>
    /// Writes JSON if the name ends in <see cref="JsonEnding"/> (the entry without a tag contains those with one), else a log.
    /// </summary>
    public static void Write(string path, IReadOnlyList<HdrLogEntry> entries)
    {
        if (IsJson(path))
        {
            var latency = entries.FirstOrDefault(entry => entry.Tag is null)?.Histogram ?? new LatencyHistogram();
            var record = latency.ToRecord() with { Tagged = Tagged(entries) };
            File.WriteAllText(path, JsonSerializer.Serialize(record, JsonSerializerOptions.Web));
            return;
        }

        using var writer = new StreamWriter(path);
        HdrLogWriter.Write(writer, entries);
    }

    /// <exception cref="FormatException">The file has neither format; the message is one line with the reason.</exception>
    public static IReadOnlyList<HdrLogEntry> Read(string path)
    {
        if (!IsJson(path))
        {
            using var reader = File.OpenText(path);
            return HdrLogReader.Read(reader);
        }

        var record = ReadRecord(path);
        return [Entry(null, record), .. (record?.Tagged ?? []).Select(tagged => Entry(tagged.Key, tagged.Value))];
    }

    private static HdrLogEntry Entry(string? tag, HistogramRecord? record) => record is { Indexes: not null, Counts: not null }
        ? new(tag, DateTimeOffset.UnixEpoch, TimeSpan.Zero, LatencyHistogram.FromRecord(record))
        : throw new FormatException("It holds no histogram.");

    private static Dictionary<string, HistogramRecord>? Tagged(IReadOnlyList<HdrLogEntry> entries)
    {
        var tagged = entries.Where(entry => entry.Tag is not null)
            .ToDictionary(entry => entry.Tag!, entry => entry.Histogram.ToRecord());
        return tagged.Count > 0 ? tagged : null;
    }

    private static bool IsJson(string path) => path.EndsWith(JsonEnding, StringComparison.OrdinalIgnoreCase);

    private static HistogramRecord? ReadRecord(string path)
    {
        try
        {
            return JsonSerializer.Deserialize<HistogramRecord>(File.ReadAllText(path), JsonSerializerOptions.Web);
        }
        catch (JsonException exception)
        {
            throw new FormatException($"It is no histogram in JSON: {exception.Message}", exception);
        }
    }
}
