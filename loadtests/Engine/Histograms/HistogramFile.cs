using System.Text.Json;
using DroneDelivery.LoadTests.Engine.Histograms.Hdr;

namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>
/// Histograms in files, both kinds without any loss: a log that HdrHistogram's tools read (<c>.hdr</c>), and a
/// <see cref="HistogramRecord"/> as JSON (<c>.hist.json</c>).
/// </summary>
public static class HistogramFile
{
    public const string JsonEnding = ".hist.json";

    private static readonly JsonSerializerOptions Json = JsonSerializerOptions.Web;

    /// <summary>
    /// As JSON where the name ends in <see cref="JsonEnding"/>, which holds the entry without a tag only; else as a log.
    /// </summary>
    public static void Write(string path, IReadOnlyList<HdrLogEntry> entries)
    {
        if (IsJson(path))
        {
            var latency = entries.FirstOrDefault(entry => entry.Tag is null)?.Histogram ?? new LatencyHistogram();
            File.WriteAllText(path, JsonSerializer.Serialize(latency.ToRecord(), Json));
            return;
        }

        using var writer = new StreamWriter(path);
        HdrLogWriter.Write(writer, entries);
    }

    /// <exception cref="FormatException">It is neither; the message, one line, says why.</exception>
    public static IReadOnlyList<HdrLogEntry> Read(string path)
    {
        if (!IsJson(path))
        {
            using var reader = File.OpenText(path);
            return HdrLogReader.Read(reader);
        }

        var record = ReadRecord(path) ?? throw new FormatException("It holds no histogram.");
        return [new HdrLogEntry(null, DateTimeOffset.UnixEpoch, TimeSpan.Zero, LatencyHistogram.FromRecord(record))];
    }

    private static bool IsJson(string path) => path.EndsWith(JsonEnding, StringComparison.OrdinalIgnoreCase);

    private static HistogramRecord? ReadRecord(string path)
    {
        try
        {
            var record = JsonSerializer.Deserialize<HistogramRecord>(File.ReadAllText(path), Json);
            return record is { Indexes: not null, Counts: not null } ? record : null;
        }
        catch (JsonException exception)
        {
            throw new FormatException($"It is no histogram in JSON: {exception.Message}", exception);
        }
    }
}
