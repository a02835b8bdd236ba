using System.Text.Json;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Histograms.Hdr;
using DroneDelivery.LoadTests.Lab.Http;

namespace DroneDelivery.LoadTests.Lab.Merging;

/// <summary>
/// The histograms of several runners, put together: those with the same tag are one, as if one runner had recorded all.
/// </summary>
internal sealed record MergedHistograms(IReadOnlyList<string> Files, IReadOnlyList<HdrLogEntry> Entries)
{
    private const int Labels = 14;

    /// <exception cref="LabException">A file cannot be read; the message says which and why.</exception>
    public static MergedHistograms Read(IReadOnlyList<string> files)
    {
        var entries = files.SelectMany(ReadOne).GroupBy(entry => entry.Tag).Select(Merge).ToList();
        return entries.Count > 0
            ? new MergedHistograms(files, entries)
            : throw new LabException($"There is no histogram in {string.Join(", ", files)}.");
    }

    public string Plain() =>
        $"{Files.Count} {(Files.Count == 1 ? "file" : "files")}, {string.Join(", ", Entries.Select(Count))}\n\n"
        + TimeTable.Plain(Labels, [.. Entries.Select(entry => (Name(entry), TimeFigures.Of(entry.Histogram), ""))]);

    public string Json() => JsonSerializer.Serialize(
        Entries.Select(entry => new
        {
            Name = Name(entry),
            Milliseconds = TimeFigures.Of(entry.Histogram),
            Histogram = entry.Histogram.ToRecord(),
        }),
        JsonSerializerOptions.Web);

    /// <exception cref="LabException">The file cannot be written.</exception>
    public void Write(string path) => OutputFile.WriteBy(path, there => HistogramFile.Write(there, Entries));

    private static string Count(HdrLogEntry entry) =>
        FormattableString.Invariant($"{entry.Histogram.Count:N0} values of {Name(entry)}");

    private static string Name(HdrLogEntry entry) => entry.Tag ?? "latency";

    private static IReadOnlyList<HdrLogEntry> ReadOne(string file)
    {
        try
        {
            return HistogramFile.Read(file);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or FormatException)
        {
            throw new LabException($"{file} cannot be read: {exception.Message}", exception);
        }
    }

    private static HdrLogEntry Merge(IGrouping<string?, HdrLogEntry> entries)
    {
        var histogram = new LatencyHistogram();
        foreach (var entry in entries)
        {
            histogram.Merge(entry.Histogram);
        }

        var start = entries.Min(entry => entry.StartedAt);
        return new HdrLogEntry(entries.Key, start, entries.Max(entry => entry.StartedAt + entry.Length) - start, histogram);
    }
}
