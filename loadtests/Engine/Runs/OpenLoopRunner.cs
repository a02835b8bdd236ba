using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>
/// Runs an open loop profile: first its warm-up, then, after the warm-up has drained, its arrivals. The user number of an
/// iteration is the number of its arrival.
/// </summary>
public sealed class OpenLoopRunner(TimeProvider time) : PhasedRun(time)
{
    /// <summary>
    /// Cancelling ends the run at once and returns what was measured until then. An exception of the action is a failed request,
    /// not the end of the run. The action starts on the thread that runs the schedule: its work before its first asynchronous
    /// wait delays later arrivals, and is counted as their lateness.
    /// </summary>
    public async Task<LoadResult> RunAsync(
        OpenLoopProfile profile, UserAction action, RunMonitor monitor, CancellationToken cancellationToken)
    {
        var warmUp = profile.WarmUp is { } schedule ? Plan(new ArrivalTraffic(schedule, profile, action), profile) : null;
        var measured = new ArrivalTraffic(profile.Arrivals, profile, action) { Observe = Observe };
        var result = await RunPhasesAsync(warmUp, Plan(measured, profile), monitor, cancellationToken);
        return result with
        {
            Arrivals = new ArrivalCounts(measured.Scheduled, result.Sent, result.Late, result.Dropped)
            {
                MaxInFlightReached = measured.MaxInFlightReached,
            },
            Generator = result.Generator with { UnstartedShare = measured.UnstartedShare },
        };
    }

    private static PhasePlan Plan(ArrivalTraffic traffic, OpenLoopProfile profile) =>
        new([.. traffic.Schedule.Stages.Select(stage => new PlannedStep(stage.Duration, 0))], profile.Grace, traffic.RunAsync);
}

/// <summary>Counts of the arrivals of an open loop. Arrivals neither started nor dropped were still due at the end.</summary>
/// <param name="Scheduled">Arrivals whose moment came before the end.</param>
/// <param name="Started">Arrivals whose request was sent.</param>
/// <param name="Late">Started arrivals whose lateness exceeded <see cref="GeneratorThresholds.LatenessP99"/>.</param>
/// <param name="Dropped">Arrivals that were never sent, because the maximum number of requests was in flight.</param>
public sealed record ArrivalCounts(long Scheduled, long Started, long Late, long Dropped)
{
    /// <summary>The highest number of requests in flight at once, at most the profile's maximum.</summary>
    public int MaxInFlightReached { get; init; }
}
