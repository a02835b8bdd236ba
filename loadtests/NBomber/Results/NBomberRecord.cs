using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.NBomber.Requests;

namespace DroneDelivery.LoadTests.NBomber.Results;

/// <summary>
/// A run on NBomber as a run folder keeps it: counts and latencies are NBomber's, its course over time and the duration come from
/// the log. What nobody measured is left out.
/// </summary>
internal static class NBomberRecord
{
    public static LoadRecord Of(
        NBomberFigures figures, RequestLog log, IReadOnlyList<LoadStep> steps, TimeSpan processorTime, LoadProfile profile) =>
        new(
            log.Duration.TotalSeconds,
            figures.Successful,
            figures.ClientErrors,
            figures.ErrorsByReason,
            CutOff: log.Begun - figures.Successful - figures.ClientErrors,
            figures.Latency,
            ServiceTime: null,
            Distribution: [],
            Describe(log.Duration, processorTime),
            LoadCourse.Seconds(log),
            LoadCourse.Steps(log, steps))
        {
            Sent = log.Sent,
            PlannedSeconds = profile.Duration.TotalSeconds,
            EngineRequestsPerSecond = figures.RequestsPerSecond,
            ThinkTimeMs = profile is ClosedLoopProfile { ThinkTime.Mean: var mean } && mean > TimeSpan.Zero ? mean.TotalMilliseconds : null,
            Arrivals = profile is OpenLoopProfile { Arrivals.Expected: var asked } ? new ArrivalRecord(asked, Late: null, Dropped: null) : null,
        };

    private static GeneratorRecord Describe(TimeSpan duration, TimeSpan processorTime)
    {
        var cores = duration > TimeSpan.Zero ? processorTime / duration : 0;
        var wasTheLimit = cores / Environment.ProcessorCount > GeneratorThresholds.Default.CpuShareOfMachine;
        return new GeneratorRecord(null, null, null, cores, wasTheLimit);
    }
}
