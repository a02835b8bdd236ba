using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Runs a closed loop profile: first its warm-up, then, after the warm-up has drained, its steps.</summary>
public sealed class ClosedLoopRunner(TimeProvider time) : PhasedRun(time)
{
    /// <summary>
    /// Cancelling ends the run at once and returns what was measured until then. An exception of the action is a failed
    /// request, not the end of the run.
    /// </summary>
    public Task<LoadResult> RunAsync(
        ClosedLoopProfile profile, UserAction action, RunMonitor monitor, CancellationToken cancellationToken) =>
        RunPhasesAsync(WarmUp(profile, action), Plan(profile, profile.Steps, action, Observe), monitor, cancellationToken);

    private static PhasePlan? WarmUp(ClosedLoopProfile profile, UserAction action) =>
        profile.WarmUp <= TimeSpan.Zero || profile.WarmUpUsers == 0
            ? null
            : Plan(profile, [new LoadStep(profile.WarmUpUsers, profile.WarmUp)], action, observe: null);

    private static PhasePlan Plan(
        ClosedLoopProfile profile, IReadOnlyList<LoadStep> steps, UserAction action, Action<RequestObservation>? observe)
    {
        return new PhasePlan([.. steps.Select(step => new PlannedStep(step.Duration, step.Users))], profile.Grace, RunUsersAsync);

        Task RunUsersAsync(LoadPhase phase, CancellationToken cutOff) =>
            Task.WhenAll([.. Enumerable.Range(0, steps.Max(step => step.MaxUsers)).Select(user =>
            {
                var simulated = new SimulatedUser(
                    user, phase.Phase, profile.Behavior, action, phase.Clock, phase.Recorder) { Observe = observe };
                return RunUserAsync(simulated, ActiveWindow.ForUser(user, steps, profile.StartSpread), phase, cutOff);
            })]);
    }

    /// <param name="windows">The periods in which the user is active.</param>
    /// <param name="cutOff">Ends everything at once, requests in flight included.</param>
    private static async Task RunUserAsync(
        SimulatedUser user, IReadOnlyList<ActiveWindow> windows, LoadPhase phase, CancellationToken cutOff)
    {
        foreach (var window in windows)
        {
            if (!await phase.Clock.WaitUntilAsync(window.From, cutOff))
            {
                return;
            }

            phase.Recorder.UserJoined();
            TimeSpan? scheduled = window.From;
            while (scheduled < window.To)
            {
                scheduled = await user.AskAsync(scheduled.Value, cutOff) is { } answered
                    ? user.NextAfter(scheduled.Value, answered)
                    : null;
            }

            await phase.Clock.WaitUntilAsync(window.To, cutOff);
            phase.Recorder.UserLeft();
        }
    }
}
