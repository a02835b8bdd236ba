namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>The users of a closed loop, each active in the periods that the steps plan.</summary>
/// <param name="startSpread">As <see cref="ClosedLoopProfile.StartSpread"/>.</param>
internal sealed class UserTraffic(IReadOnlyList<LoadStep> steps, TimeSpan startSpread) : IPhaseTraffic
{
    public IReadOnlyList<PlannedStep> Steps => [.. steps.Select(step => new PlannedStep(step.Duration, step.Users))];

    public Task RunAsync(LoadPhase phase, CancellationToken cutOff) =>
        Task.WhenAll([.. Enumerable.Range(0, steps.Max(step => step.MaxUsers)).Select(user => RunUserAsync(
            phase.CreateUser(user), ActiveWindow.ForUser(user, steps, startSpread), phase, cutOff))]);

    /// <param name="windows">The periods in which the user is active.</param>
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
