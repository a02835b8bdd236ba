using System.Text.Json;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Overload;

/// <summary>The folder of the overload lab: <c>overload.json</c> and <c>report.html</c>.</summary>
public static class OverloadFolder
{
    public const string RecordFile = "overload.json";
    public const string ReportFile = "report.html";

    /// <returns>The path of the report.</returns>
    /// <exception cref="IOException">A file cannot be written; the message names it.</exception>
    public static async Task<string> WriteAsync(OverloadRecord record, string folder, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        await using (var file = File.Create(Path.Combine(folder, RecordFile)))
        {
            await JsonSerializer.SerializeAsync(file, record, RecordJson.Options, cancellationToken);
        }

        var report = Path.Combine(folder, ReportFile);
        await OverloadReport.WriteAsync(record, report, cancellationToken);
        return report;
    }
}
