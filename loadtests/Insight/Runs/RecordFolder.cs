using System.Text.Json;

namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>The folder of a lab that leaves one record, as JSON, and one report.</summary>
internal static class RecordFolder
{
    private const string ReportFile = "report.html";

    /// <param name="writeReport">Takes the record and the path.</param>
    /// <returns>The path of the report.</returns>
    /// <exception cref="IOException">A file cannot be written; the message names it.</exception>
    public static async Task<string> WriteAsync<T>(
        T record,
        string folder,
        string recordFile,
        Func<T, string, CancellationToken, Task> writeReport,
        CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        await WriteJsonAsync(record, Path.Combine(folder, recordFile), cancellationToken);
        var report = Path.Combine(folder, ReportFile);
        await writeReport(record, report, cancellationToken);
        return report;
    }

    private static async Task WriteJsonAsync<T>(T record, string path, CancellationToken cancellationToken)
    {
        await using var file = File.Create(path);
        await JsonSerializer.SerializeAsync(file, record, RecordJson.Options, cancellationToken);
    }
}
