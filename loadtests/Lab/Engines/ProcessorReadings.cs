namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>
/// The processor time of this process between a load's first request and its planned end. It excludes the start of the engine,
/// its wait for the last requests, and its reports.
/// </summary>
/// <param name="planned">The planned duration of the load, from its first request.</param>
/// <param name="processorTime">The processor time that the process has used so far.</param>
internal sealed class ProcessorReadings(TimeSpan planned, TimeProvider time, Func<TimeSpan> processorTime) : IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    private readonly Lock _gate = new();
    private readonly List<(TimeSpan At, TimeSpan Used)> _readings = [];
    private long _started;
    private TimeSpan _usedBefore;
    private ITimer? _timer;

    /// <summary>Marks the start of the first request; later calls are ignored.</summary>
    public void Start()
    {
        using var scope = _gate.EnterScope();
        if (_timer is null)
        {
            (_started, _usedBefore) = (time.GetTimestamp(), processorTime());
            _timer = time.CreateTimer(_ => Read(), null, NextNeedsLock(TimeSpan.Zero), Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>
    /// The figures of the generator that can be measured from outside an engine: the mean number of cores used since the first
    /// request, 0 without readings, and no lateness.
    /// </summary>
    /// <param name="ended">The end of a load that ended early, counted from its first request; null for other loads.</param>
    public GeneratorRecord Generator(TimeSpan? ended)
    {
        using var scope = _gate.EnterScope();
        // A reading may be late, so it is divided by the time at which it was taken.
        var last = _readings.DefaultIfEmpty().MinBy(reading => ((ended ?? planned) - reading.At).Duration());
        var cores = last.At > TimeSpan.Zero ? last.Used / last.At : 0;
        var wasTheLimit = cores / Environment.ProcessorCount > GeneratorThresholds.CpuShareOfMachine;
        return new GeneratorRecord(LatenessP50Ms: null, LatenessP99Ms: null, LatenessMaxMs: null, cores, wasTheLimit);
    }

    public void Dispose()
    {
        using var scope = _gate.EnterScope();
        _timer?.Dispose();
    }

    private void Read()
    {
        using var scope = _gate.EnterScope();
        var at = time.GetElapsedTime(_started);
        _readings.Add((at, processorTime() - _usedBefore));
        if (at < planned)
        {
            _timer!.Change(NextNeedsLock(at), Timeout.InfiniteTimeSpan);
        }
    }

    private TimeSpan NextNeedsLock(TimeSpan at) => planned - at < Interval ? planned - at : Interval;
}
