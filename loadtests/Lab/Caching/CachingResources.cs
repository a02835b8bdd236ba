namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>The tables and charts of what the caches of the breakpoints did, and of the resources that were used.</summary>
internal static class CachingResources
{
    private const double BytesInMegabyte = 1_000_000;

    public static IReadOnlyList<StudyPart> Parts(IReadOnlyList<CachingFigures> runs) =>
        [CacheTable(runs), .. runs.Where(run => run.Use is not null).Select(Chart), ProcessTable(runs)];

    private static StudyTable CacheTable(IReadOnlyList<CachingFigures> runs) =>
        new StudyTableBuilder<CachingFigures>("cache", "Caches, network and data")
            .Words("title", "where the cache sits", run => run.Variant.Title)
            .Data("variant", run => run.Variant.Name)
            .Percent("hitShare", "hits", run => run.Use?.HitShare)
            .Count("stale", "stale", run => CountOf(run, CacheUse.Stale))
            .Count("misses", "misses", run => CountOf(run, CacheUse.Misses))
            .Count("refreshes", "refreshes", run => CountOf(run, CacheUse.Refreshes))
            .Count("fromDisk", "read from disk", run => CountOf(run, CacheUse.FromDisk))
            .Number("loopbackMegabytes", "loopback MB", run => Megabytes(run.Record.Manifest.Machine.DuringRun?.LoopbackBytes))
            .Number("containerMegabytes", "container MB", run => Megabytes(run.Record.Cosmos.DocumentBytes))
            .Number("indexMegabytes", "index MB", run => Megabytes(run.Record.Cosmos.IndexBytes))
            .Build(runs) with
        {
            Explanation = "Hits: share of the requests that were answered from the cache, stale answers included. "
                + "Refreshes: requests of the cache to the service or the database. "
                + "Read from disk: answers of the gateway's folder that were not in memory. "
                + "Loopback: sent by all processes of the machine, since Linux does not count the network of a process. "
                + "Container and index: at the end.",
        };

    private static StudyTable ProcessTable(IReadOnlyList<CachingFigures> runs) =>
        new StudyTableBuilder<(CachingFigures Run, ProcessRecord Process)>("processes", "Processes")
            .Words("title", "where the cache sits", row => row.Run.Variant.Title)
            .Data("variant", row => row.Run.Variant.Name)
            .Words("process", "process", row => row.Process.Name)
            .Number("cpuCores", "CPU", row => row.Process.CpuMeanCores)
            .Number("memoryMaxMiB", "memory MiB", row => row.Process.MemoryMaxMiB)
            .Number("diskReadMegabytes", "read MB", row => Megabytes(row.Process.DiskReadBytes))
            .Number("diskWrittenMegabytes", "written MB", row => Megabytes(row.Process.DiskWrittenBytes))
            .Build(runs.SelectMany(run => run.Record.Processes.Select(process => (run, process)))) with
        {
            IsGrouped = true,
            Explanation = "CPU in cores, mean; memory: maximum; read and written: disk.",
        };

    private static StudyPart Chart(CachingFigures run) => new StudyChart(new LineChart(
        $"Cache over time: {run.Variant.Title}",
        $"{Count((long)run.Use!.Counts[CacheUse.Refreshes])} refreshes; hits: {Share(run.Use.HitShare ?? 0)}.",
        "seconds",
        "requests/s",
        run.Use.Lines));

    private static long? CountOf(CachingFigures run, string result) =>
        run.Use?.Counts.TryGetValue(result, out var count) == true ? (long)count : null;

    private static double? Megabytes(long? bytes) => bytes / BytesInMegabyte;
}
