using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Engines;

/// <summary>
/// The processor time of this process between a load's first request and its planned end: what an engine does before and after,
/// its own start, its waiting for the last requests and its reports, is no part of it.
/// </summary>
/// <param name="planned">How long the load is to last, from its first request on.</param>
/// <param name="processorTime">What the process has used so far.</param>
internal sealed class ProcessorReadings(TimeSpan planned, TimeProvider time, Func<TimeSpan> processorTime) : IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    private readonly Lock _gate = new();
    private readonly List<Reading> _readings = [];
    private long _started;
    private TimeSpan _usedBefore;
    private ITimer? _timer;

    /// <summary>The first request begins; calls after the first are ignored.</summary>
    public void Start()
    {
        lock (_gate)
        {
            if (_timer is null)
            {
                (_started, _usedBefore) = (time.GetTimestamp(), processorTime());
                _timer = time.CreateTimer(_ => Read(), null, NextNeedsLock(TimeSpan.Zero), Timeout.InfiniteTimeSpan);
            }
        }
    }

    /// <summary>The mean from the first request on, 1 is one core; 0 where nothing was read.</summary>
    /// <param name="ended">
    /// When a load ended that did not last as planned, from its first request; null for one that did.
    /// </param>
    public double Cores(TimeSpan? ended)
    {
        lock (_gate)
        {
            // A reading may be late: it is divided by the time at which it was taken.
            var last = _readings.DefaultIfEmpty().MinBy(reading => ((ended ?? planned) - reading.At).Duration());
            return last.At > TimeSpan.Zero ? last.Used / last.At : 0;
        }
    }

    /// <summary>The generator as far as it is known from outside of an engine: how late its requests left is not.</summary>
    /// <inheritdoc cref="Cores"/>
    public GeneratorRecord Generator(TimeSpan? ended)
    {
        var cores = Cores(ended);
        var wasTheLimit = cores / Environment.ProcessorCount > GeneratorThresholds.Default.CpuShareOfMachine;
        return new GeneratorRecord(LatenessP50Ms: null, LatenessP99Ms: null, LatenessMaxMs: null, cores, wasTheLimit);
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _timer?.Dispose();
        }
    }

    private void Read()
    {
        lock (_gate)
        {
            var at = time.GetElapsedTime(_started);
            _readings.Add(new Reading(at, processorTime() - _usedBefore));
            if (at < planned)
            {
                _timer!.Change(NextNeedsLock(at), Timeout.InfiniteTimeSpan);
            }
        }
    }

    private TimeSpan NextNeedsLock(TimeSpan at) => planned - at < Interval ? planned - at : Interval;

    private readonly record struct Reading(TimeSpan At, TimeSpan Used);
}
