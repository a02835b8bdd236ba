namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>The figures of one cell of the concurrency study, and the metrics of its process that explain them.</summary>
/// <param name="ThreadsOverTime">
/// Threads of the Package process, as the operating system counts them; in seconds from the start of the load.
/// </param>
/// <param name="Pool">The thread pool and garbage collector of the Package process; null if it exported no metrics.</param>
public sealed record CellFigures(
    ConcurrencyCell Cell, RunRecord Record, IReadOnlyList<ChartPoint> ThreadsOverTime, PoolFigures? Pool)
{
    private const string Package = "package";

    /// <inheritdoc cref="HighestRate"/>
    public double HighestPerSecond => HighestRate.Find(Record.Load);

    public long Successful => Record.Load.Successful;

    /// <summary>The mean latency; like <see cref="P99"/>, it covers every request that was sent.</summary>
    public LatencyValue Mean => IsLatencyKnown ? Record.Load.Latency.Mean : LatencyValue.None;

    public LatencyValue P99 => IsLatencyKnown ? Record.Load.Latency.P99 : LatencyValue.None;

    /// <summary>The maximum number of threads of the Package process; 0 if they were not sampled.</summary>
    public int Threads => (int)ThreadsOverTime.Select(point => point.Y).DefaultIfEmpty().Max();

    /// <summary>Answers of 503: in cells that refuse, those of the full pool, unless the database was not available.</summary>
    public long Refused => Record.Load.ErrorsByReason.GetValueOrDefault("HTTP 503");

    /// <summary>A value of each whole second of the load.</summary>
    public IEnumerable<ChartPoint> OverTime(Func<SecondSample, LatencyValue> value) =>
        Record.Load.Seconds
            .Where(second => second.Second + 1 <= Record.Load.DurationSeconds)
            .Select(second => ChartPoint.FromLatency(second.Second + 0.5, value(second)));

    /// <summary>
    /// Work items of the pool for each answered request. Null if the process exported metrics for at most half of the load, since
    /// they do not cover most of its requests.
    /// </summary>
    public double? WorkItemsPerRequest =>
        Pool is { } pool
        && pool.MetricsSeconds > Record.Load.DurationSeconds / 2
        && Successful + Record.Load.ClientErrors is > 0 and var answered
            ? pool.WorkItemsPerSecond * Record.Load.DurationSeconds / answered
            : null;

    private bool IsLatencyKnown => Successful + Record.Load.NotSuccessful > 0;

    /// <exception cref="InvalidDataException">The folder holds a run of another lab.</exception>
    public static async Task<CellFigures> ReadAsync(RunFolder folder, CancellationToken cancellationToken)
    {
        var run = await folder.ReadAsync(cancellationToken);
        return FromRun(run.Record, run.Samples);
    }

    /// <exception cref="InvalidDataException">The record is a run of another lab.</exception>
    public static CellFigures FromRun(RunRecord record, RunSamples samples)
    {
        var cell = ConcurrencyLab.Find(record.Manifest.Scenario)
            ?? throw new InvalidDataException(
                $"{record.Manifest.Lab} {record.Manifest.Scenario} is no cell of the concurrency study.");
        return new CellFigures(
            cell,
            record,
            [.. samples.Processes
                .Where(sample => sample.Process == Package && sample.Second < record.Load.DurationSeconds)
                .Select(sample => new ChartPoint(sample.Second + 1, sample.Threads))],
            PoolFigures.FromRun(record, samples, Package));
    }
}

/// <summary>
/// The highest rate of successful requests in a run: the highest mean over <see cref="Seconds"/> consecutive whole seconds.
/// A single second could be a burst that cannot be sustained.
/// </summary>
public static class HighestRate
{
    public const int Seconds = 5;

    /// <summary>For a shorter run, the mean of all its whole seconds.</summary>
    public static double Find(LoadRecord load)
    {
        var whole = load.Seconds.Where(second => second.Second + 1 <= load.DurationSeconds).ToList();
        var width = Math.Min(Seconds, whole.Count);
        return width == 0
            ? 0
            : Enumerable.Range(0, whole.Count - width + 1)
                .Max(start => whole.Skip(start).Take(width).Average(second => second.Successful));
    }
}
