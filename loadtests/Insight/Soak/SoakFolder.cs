using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Soak;

/// <summary>The folder of a soak: <c>soak.json</c> and <c>report.html</c>.</summary>
public static class SoakFolder
{
    public const string RecordFile = "soak.json";

    /// <inheritdoc cref="RecordFolder.WriteAsync"/>
    public static Task<string> WriteAsync(SoakRecord record, string folder, CancellationToken cancellationToken) =>
        RecordFolder.WriteAsync(record, folder, RecordFile, SoakReport.WriteAsync, cancellationToken);
}
