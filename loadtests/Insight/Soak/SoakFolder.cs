using System.Text.Json;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Soak;

/// <summary>The folder of a soak: <c>soak.json</c> and <c>report.html</c>.</summary>
public static class SoakFolder
{
    public const string RecordFile = "soak.json";
    public const string ReportFile = "report.html";

    /// <returns>The path of the report.</returns>
    /// <exception cref="IOException">A file cannot be written; the message names it.</exception>
    public static async Task<string> WriteAsync(SoakRecord record, string folder, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        await using (var file = File.Create(Path.Combine(folder, RecordFile)))
        {
            await JsonSerializer.SerializeAsync(file, record, RecordJson.Options, cancellationToken);
        }

        var report = Path.Combine(folder, ReportFile);
        await SoakReport.WriteAsync(record, report, cancellationToken);
        return report;
    }
}
