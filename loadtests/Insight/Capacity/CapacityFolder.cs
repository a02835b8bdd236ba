using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Capacity;

/// <summary>The folder of a capacity search: <c>capacity.json</c> and <c>report.html</c>.</summary>
public static class CapacityFolder
{
    public const string RecordFile = "capacity.json";

    /// <inheritdoc cref="RecordFolder.WriteAsync"/>
    public static Task<string> WriteAsync(CapacityRecord record, string folder, CancellationToken cancellationToken) =>
        RecordFolder.WriteAsync(record, folder, RecordFile, CapacityReport.WriteAsync, cancellationToken);
}
