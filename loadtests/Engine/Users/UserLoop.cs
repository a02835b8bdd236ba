using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Users;

/// <summary>
/// One user of a closed loop with fixed active periods: waits for the scheduled moment, makes the request, waits for the
/// response, and schedules the next request.
/// </summary>
internal sealed class UserLoop(SimulatedUser user, RunClock clock, RunRecorder recorder)
{
    /// <param name="cutOff">Ends everything at once, requests in flight included.</param>
    public async Task RunAsync(IReadOnlyList<ActiveWindow> windows, CancellationToken cutOff)
    {
        foreach (var window in windows)
        {
            if (!await clock.WaitUntilAsync(window.From, cutOff))
            {
                return;
            }

            recorder.UserJoined();
            await LoopAsync(window, cutOff);
            recorder.UserLeft();
        }
    }

    private async Task LoopAsync(ActiveWindow window, CancellationToken cutOff)
    {
        TimeSpan? scheduled = window.From;
        while (scheduled < window.To)
        {
            scheduled = await user.AskAsync(scheduled.Value, cutOff) is { } answered
                ? user.NextAfter(scheduled.Value, answered)
                : null;
        }

        await clock.WaitUntilAsync(window.To, cutOff);
    }
}
