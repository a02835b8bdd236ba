using System.Text.Json;
using System.Text.Json.Serialization;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Histograms.Hdr;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Files for other programs; null for those that were not asked for.</summary>
internal sealed record ResultFiles(FileInfo? Json, FileInfo? Csv, FileInfo? Junit, FileInfo? Hdr)
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerOptions.Web)
    {
        Converters = { new JsonStringEnumConverter() },
        WriteIndented = true,
    };

    private IEnumerable<FileInfo> Asked => new[] { Json, Csv, Junit, Hdr }.OfType<FileInfo>();

    /// <summary>Before the run: a folder that cannot be made must not cost its results.</summary>
    /// <exception cref="LabException">There can be no such file.</exception>
    public void Prepare() => Try(() =>
    {
        foreach (var file in Asked)
        {
            Directory.CreateDirectory(file.DirectoryName!);
            file.Open(FileMode.OpenOrCreate, FileAccess.Write).Dispose();
        }
    });

    /// <exception cref="LabException">One of them cannot be written.</exception>
    public void Write(HttpReport report) => Try(() =>
    {
        WriteTo(Json, stream => JsonSerializer.Serialize(stream, report, Options));
        WriteTo(Csv, stream => SecondsCsv.Write(stream, report.EachSecond));
        WriteTo(Junit, stream => ThresholdJunit.Write(stream, report));
        if (Hdr is not null)
        {
            HistogramFile.Write(Hdr.FullName, [Entry(report, null, report.Latency), Entry(report, "service-time", report.ServiceTime)]);
        }
    });

    private static HdrLogEntry Entry(HttpReport report, string? tag, HistogramRecord record) =>
        new(tag, report.StartedAt, TimeSpan.FromSeconds(report.Seconds), LatencyHistogram.FromRecord(record));

    private static void WriteTo(FileInfo? file, Action<Stream> write)
    {
        if (file is not null)
        {
            using var stream = file.Create();
            write(stream);
        }
    }

    private static void Try(Action write)
    {
        try
        {
            write();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"Results cannot be written: {exception.Message}", exception);
        }
    }
}
