using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Overload;

/// <summary>The folder of the overload lab: <c>overload.json</c> and <c>report.html</c>.</summary>
public static class OverloadFolder
{
    public const string RecordFile = "overload.json";

    /// <inheritdoc cref="RecordFolder.WriteAsync"/>
    public static Task<string> WriteAsync(OverloadRecord record, string folder, CancellationToken cancellationToken) =>
        RecordFolder.WriteAsync(record, folder, RecordFile, OverloadReport.WriteAsync, cancellationToken);
}
