using DroneDelivery.LoadTests.Lab.AdviceMatrix;
using DroneDelivery.LoadTests.Lab.Caching;
using DroneDelivery.LoadTests.Lab.Concurrency;
using DroneDelivery.LoadTests.Lab.GatewayCost;
using DroneDelivery.LoadTests.Lab.Overload;
using DroneDelivery.LoadTests.Lab.Partitions;
using DroneDelivery.LoadTests.Lab.ScaleOut;
using DroneDelivery.LoadTests.Lab.Soak;

namespace DroneDelivery.LoadTests.Lab.Reports;

/// <summary>All labs whose study can be created again from their files, by name.</summary>
internal static class StudyReaders
{
    /// <summary>Labs that write one record.</summary>
    private static readonly Dictionary<string, Func<string, CancellationToken, Task<Study>>> ByRecord = new()
    {
        [CapacityStudy.Name] = Record<CapacityRecord>(CapacityStudy.Name, CapacityStudy.Build),
        [CostStudy.Name] = Record<CostRecord>(CostStudy.Name, CostStudy.Build),
        [ScaleOutLab.Name] = Record<ScaleOutRecord>(ScaleOutLab.Name, ScaleOutStudy.Build),
    };

    /// <summary>Labs that write a folder for each run.</summary>
    private static readonly Dictionary<string, Func<IReadOnlyList<RunFolder>, CancellationToken, Task<Study>>> ByRuns = new()
    {
        [MatrixStudy.Name] = MatrixStudy.ReadAsync,
        [CachingLab.Name] = CachingStudy.ReadAsync,
        [ConcurrencyLab.Name] = ConcurrencyStudy.ReadAsync,
        [OverloadLab.Name] = OverloadStudy.ReadAsync,
        [PartitionsLab.Name] = PartitionsStudy.ReadAsync,
        [SoakStudy.Name] = SoakStudy.ReadAsync,
    };

    public static IEnumerable<string> Labs => [.. ByRecord.Keys, .. ByRuns.Keys];

    /// <param name="paths">The folder of a lab, or folders with runs of one lab.</param>
    /// <returns>Null for the folder of one run, and for runs of a lab without a study.</returns>
    /// <exception cref="InvalidDataException">A record or run is of another lab or version; the message says which.</exception>
    /// <exception cref="LabException">The folder does not exist, or contains no data of a lab.</exception>
    public static async Task<Study?> FindAsync(IReadOnlyList<string> paths, CancellationToken cancellationToken)
    {
        if (paths is [var only] && FindRecord(only) is { } record)
        {
            return await ByRecord[Path.GetFileNameWithoutExtension(record)](only, cancellationToken);
        }

        List<RunFolder> runs = [.. paths.SelectMany(RunFolders.All)];
        return !IsOneRun(paths, runs)
            && ByRuns.GetValueOrDefault((await runs[0].ReadRecordAsync(cancellationToken)).Manifest.Lab) is { } readAll
            ? await readAll(runs, cancellationToken)
            : null;
    }

    /// <summary>The file of a lab that writes one record; null if the folder has none.</summary>
    public static string? FindRecord(string folder) =>
        ByRecord.Keys.Select(lab => RecordFile.PathIn(folder, lab)).FirstOrDefault(File.Exists);

    private static bool IsOneRun(IReadOnlyList<string> paths, List<RunFolder> runs) =>
        paths is [var path] && runs is [var run] && Path.GetFullPath(path).StartsWith(run.Path, StringComparison.Ordinal);

    private static Func<string, CancellationToken, Task<Study>> Record<T>(string lab, Func<T, Study> build) =>
        async (folder, token) => build(await RecordFile.ReadAsync<T>(RecordFile.PathIn(folder, lab), lab, token));
}
