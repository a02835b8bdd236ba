using DroneDelivery.LoadTests.Engine.Histograms.Hdr;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The files for the results; null for each that is not written.</summary>
internal sealed record ResultFiles(FileInfo? Json, FileInfo? Csv, FileInfo? Junit, FileInfo? Hdr)
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerOptions.Web)
    {
        Converters = { new JsonStringEnumConverter() },
        WriteIndented = true,
    };

    /// <summary>Checks before the run that each file can be written, and creates its folder.</summary>
    /// <exception cref="LabException">A file cannot be created.</exception>
    public void Prepare() => Array.ForEach<FileInfo?>([Json, Csv, Junit, Hdr], OutputFile.Prepare);

    public static string ToJson(HttpReport report) => JsonSerializer.Serialize(report, Options);

    /// <exception cref="LabException">One of them cannot be written.</exception>
    public void Write(HttpReport report)
    {
        OutputFile.Write(Json, stream => JsonSerializer.Serialize(stream, report, Options));
        OutputFile.Write(Csv, stream => SecondsCsv.Write(stream, report.EachSecond));
        OutputFile.Write(Junit, ToJunit(report).Write);
        OutputFile.WriteBy(Hdr?.FullName, path => HistogramFile.Write(path, Entries(report)));
    }

    /// <summary>A test for each threshold.</summary>
    private static JunitReport ToJunit(HttpReport report) => new(
        $"{report.Method} {report.Url}",
        [.. report.Thresholds.Select(threshold => new JunitTest(
            threshold.Threshold, $"{threshold}", threshold.Met ? [] : [("threshold", $"{threshold}")]))],
        HttpSummary.Plain(report),
        report.StartedAt)
    {
        Seconds = report.Seconds,
    };

    private static IReadOnlyList<HdrLogEntry> Entries(HttpReport report)
    {
        var (start, length) = (report.StartedAt, TimeSpan.FromSeconds(report.Seconds));
        var service = new HdrLogEntry("service-time", start, length, LatencyHistogram.FromRecord(report.ServiceTime));
        return [.. LatencyLog.Entries(report.Distribution, start, length), service];
    }
}

/// <summary>
/// One line for each second of a run. The last column lists the latencies that are lower bounds. One that is not known is empty.
/// </summary>
internal static class SecondsCsv
{
    public static void Write(Stream stream, IReadOnlyList<SecondSample> seconds)
    {
        using var writer = new StreamWriter(stream, leaveOpen: true) { NewLine = "\n" };
        writer.WriteLine("second,length,users,in_flight,completed,failed,mean_ms,p50_ms,p95_ms,at_least");
        foreach (var second in seconds)
        {
            writer.WriteLine(
                $"{second.Second},{second.Length:0.###},{second.Users},{second.InFlight},{second.Successful},{second.Failed},"
                + $"{Number(second.MeanMs)},{Number(second.P50Ms)},{Number(second.P95Ms)},"
                + $"{string.Join(' ', second.AtLeast ?? [])}");
        }
    }

    private static string Number(LatencyValue value) => $"{value.Milliseconds:0.###}";
}
