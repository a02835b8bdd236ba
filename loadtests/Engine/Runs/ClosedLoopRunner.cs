using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Runs a closed loop profile: first its warm-up, then, after the warm-up has drained, its steps.</summary>
public sealed class ClosedLoopRunner(TimeProvider time)
{
    public GeneratorThresholds Thresholds { get; init; } = GeneratorThresholds.Default;

    /// <summary>
    /// Called between warm-up and measuring, when no request is in flight. Use it to reset counters of the system under test.
    /// </summary>
    public Func<CancellationToken, ValueTask>? BeforeMeasuring { get; init; }

    /// <summary>
    /// Called for each measured request that completed or failed, from any thread and concurrently. It must be quick: the user
    /// who sent the request waits for it. An exception ends that user, and <see cref="RunAsync"/> throws it at the end.
    /// </summary>
    public Action<RequestObservation>? Observe { get; init; }

    internal Func<TimeSpan> ProcessorTime { get; init; } = GeneratorCpu.ReadProcess;

    /// <summary>
    /// Cancelling ends the run at once and returns what was measured until then. An exception of the action is a failed
    /// request, not the end of the run.
    /// </summary>
    public Task<LoadResult> RunAsync(
        ClosedLoopProfile profile, UserAction action, RunMonitor monitor, CancellationToken cancellationToken)
    {
        var run = new PhasedRun(time, monitor)
        {
            Thresholds = Thresholds,
            BeforeMeasuring = BeforeMeasuring,
            ProcessorTime = ProcessorTime,
        };
        return run.RunAsync(WarmUp(profile, action), Plan(profile, profile.Steps, action, Observe), cancellationToken);
    }

    private static PhasePlan? WarmUp(ClosedLoopProfile profile, UserAction action) =>
        profile.WarmUp <= TimeSpan.Zero || profile.WarmUpUsers == 0
            ? null
            : Plan(profile, [new LoadStep(profile.WarmUpUsers, profile.WarmUp)], action, observe: null);

    private static PhasePlan Plan(
        ClosedLoopProfile profile, IReadOnlyList<LoadStep> steps, UserAction action, Action<RequestObservation>? observe)
    {
        return new PhasePlan(
            [.. steps.Select(step => new PlannedStep(step.Duration, step.Users))], profile.Grace, RunUsersAsync);

        Task RunUsersAsync(LoadPhase phase, CancellationToken cutOff) =>
            Task.WhenAll([.. Enumerable.Range(0, steps.Max(step => step.MaxUsers)).Select(user =>
            {
                var simulated = new SimulatedUser(
                    user, phase.Phase, profile.Behavior, action, phase.Clock, phase.Recorder) { Observe = observe };
                var windows = ActiveWindow.ForUser(user, steps, profile.StartSpread);
                return new UserLoop(simulated, phase.Clock, phase.Recorder).RunAsync(windows, cutOff);
            })]);
    }
}
