using System.Text.Json;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Capacity;

/// <summary>The folder of a capacity search: <c>capacity.json</c> and <c>report.html</c>.</summary>
public static class CapacityFolder
{
    public const string RecordFile = "capacity.json";
    public const string ReportFile = "report.html";

    /// <returns>The path of the report.</returns>
    /// <exception cref="IOException">A file cannot be written; the message names it.</exception>
    public static async Task<string> WriteAsync(CapacityRecord record, string folder, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        await WriteJsonAsync(record, Path.Combine(folder, RecordFile), cancellationToken);
        var report = Path.Combine(folder, ReportFile);
        await CapacityReport.WriteAsync(record, report, cancellationToken);
        return report;
    }

    /// <exception cref="IOException">The file cannot be written; the message names it.</exception>
    public static async Task WriteJsonAsync(CapacityRecord record, string path, CancellationToken cancellationToken)
    {
        await using var file = File.Create(path);
        await JsonSerializer.SerializeAsync(file, record, RecordJson.Options, cancellationToken);
    }
}
