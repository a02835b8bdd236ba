using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Scenarios.Concurrency;

namespace DroneDelivery.LoadTests.Insight.Concurrency;

/// <summary>What one cell of the concurrency study measured, and what its process says of why.</summary>
/// <param name="HighestPerSecond">See <see cref="HighestRate"/>.</param>
/// <param name="Failed">Requests answered with something else than 2xx, or not within a minute.</param>
/// <param name="CutOff">Requests still under way at the end.</param>
/// <param name="MeanMs">Latency of successful requests; 0 where there are none.</param>
/// <param name="Threads">The most threads of the Package process, counted from outside; 0 where it was not seen.</param>
/// <param name="Pool">The thread pool and the collector of the Package process; null where it told nothing.</param>
public sealed record CellFigures(
    ConcurrencyCell Cell,
    RunRecord Record,
    double HighestPerSecond,
    long Successful,
    long Failed,
    long CutOff,
    double MeanMs,
    double P99Ms,
    int Threads,
    PoolFigures? Pool)
{
    internal const string Package = "package";
    private const string Emulator = "cosmos-emulator";

    /// <summary>Mean CPU of the process, 1 is one core; null where it was not seen.</summary>
    public double? PackageCores => CoresOf(Package);

    /// <inheritdoc cref="PackageCores"/>
    public double? EmulatorCores => CoresOf(Emulator);

    /// <summary>
    /// Whether mean and p99 say how long a request took: not where more were cut off than answered with success, since the few
    /// that got through are the fast ones.
    /// </summary>
    public bool LatencyIsOfMost => Successful > 0 && Successful >= CutOff;

    public double GeneratorCores => Record.Load.Generator.CpuCores;

    /// <exception cref="InvalidDataException">The folder holds a run of something else.</exception>
    public static async Task<CellFigures> ReadAsync(RunFolder folder, CancellationToken cancellationToken)
    {
        var record = await folder.ReadRecordAsync(cancellationToken);
        return Of(record, await folder.ReadSamplesAsync(cancellationToken));
    }

    /// <exception cref="InvalidDataException">It is the run of something else.</exception>
    public static CellFigures Of(RunRecord record, RunSamples samples)
    {
        var cell = ConcurrencyLab.Find(record.Manifest.Scenario)
            ?? throw new InvalidDataException(
                $"{record.Manifest.Lab} {record.Manifest.Scenario} is no cell of the concurrency study.");
        var load = record.Load;
        return new CellFigures(
            cell,
            record,
            HighestRate.Of(load),
            load.Successful,
            load.ClientErrors,
            load.CutOff,
            load.Latency.MeanMs,
            load.Latency.P99Ms,
            samples.Processes.Where(sample => sample.Process == Package).Select(sample => sample.Threads).DefaultIfEmpty().Max(),
            PoolFigures.Of(record, samples, Package));
    }

    private double? CoresOf(string process) => Record.Processes.FirstOrDefault(each => each.Name == process)?.CpuMeanCores;
}
