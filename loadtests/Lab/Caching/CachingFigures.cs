using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>Rate, errors and duration of one run, with what it cost.</summary>
public sealed record CachingFigures(CachingVariant Variant, RunRecord Record)
{
    /// <summary>What the manifest says of a smoke run, behind the name of the variant.</summary>
    public const string SmokeSuffix = "-smoke";

    /// <summary>What the manifest calls the load that fills a cache; it is no part of the study.</summary>
    public const string WarmUp = "warm-up";

    public bool IsSmoke => Record.Manifest.Scenario.EndsWith(SmokeSuffix, StringComparison.Ordinal);

    /// <summary>Successful answers over the whole load.</summary>
    public double RequestsPerSecond => Record.Load.RequestsPerSecond;

    public double P95Seconds => Record.Load.Latency.P95Ms / 1000;

    /// <summary>Of the requests sent: answered with an error, or not at all until the end. 0 to 1.</summary>
    public double FailedShare =>
        Record.Load.Sent > 0 ? (double)(Record.Load.Sent - Record.Load.Successful) / Record.Load.Sent : 0;

    /// <summary>
    /// Of the arrivals due: never sent, since too many were in flight. 0 to 1; null where users wait for answers.
    /// </summary>
    public double? DroppedShare =>
        Record.Load.Arrivals is { Asked: > 0 and var due, Dropped: { } dropped } ? dropped / due : null;

    /// <summary>Mean CPU in cores; null where there is no such process.</summary>
    public double? CoresOf(string process) => Record.Processes.FirstOrDefault(one => one.Name == process)?.CpuMeanCores;

    /// <summary>Null for a warm-up.</summary>
    /// <exception cref="InvalidDataException">The folder holds a run of another lab.</exception>
    public static async Task<CachingFigures?> ReadAsync(RunFolder folder, CancellationToken cancellationToken)
    {
        var record = await folder.ReadRecordAsync(cancellationToken);
        if (record.Manifest is { Lab: CachingLab.Name, Scenario: WarmUp })
        {
            return null;
        }

        var name = record.Manifest.Scenario.Replace(SmokeSuffix, "", StringComparison.Ordinal);
        return record.Manifest.Lab == CachingLab.Name && CachingLab.Find(name) is { } variant
            ? new CachingFigures(variant, record)
            : throw new InvalidDataException($"{folder.Path} holds no run of the {CachingLab.Name} lab.");
    }
}
