using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Engines;

namespace DroneDelivery.LoadTests.NBomber.Results;

/// <summary>
/// Creates the record of a run on NBomber for the run folder. Counts and latencies of successes come from NBomber. The duration,
/// seconds, steps and, if any request failed, the latency of all requests come from the log. Unmeasured figures are left out.
/// </summary>
internal static class NBomberRecord
{
    public static LoadRecord FromFigures(
        NBomberFigures figures, RequestLog log, GeneratorRecord generator, IReadOnlyList<LoadStep> steps, LoadProfile profile)
    {
        var failed = figures.ClientErrors + log.Unanswered > 0;
        return new LoadRecord(
            log.Duration.TotalSeconds,
            figures.Successful,
            figures.ClientErrors,
            figures.ErrorsByReason,
            CutOff: log.Begun - figures.Successful - figures.ClientErrors,
            failed ? LatencySummary.FromDistribution(log.Ended.Latency()) : figures.Successes,
            ServiceTime: null,
            Distribution: [],
            generator,
            LoadCourse.Seconds(log),
            LoadCourse.Steps(log, steps))
        {
            Sent = log.Sent,
            Unanswered = log.Unanswered,
            Successes = failed ? figures.Successes : null,
            PlannedSeconds = profile.Duration.TotalSeconds,
            EngineRequestsPerSecond = figures.RequestsPerSecond,
            ThinkTimeMs = profile is ClosedLoopProfile { ThinkTime.Mean: var mean } && mean > TimeSpan.Zero
                ? mean.TotalMilliseconds
                : null,
            Arrivals = profile is OpenLoopProfile { Arrivals.Expected: var asked }
                ? new ArrivalRecord(asked, Late: null, Dropped: null)
                : null,
        };
    }
}
