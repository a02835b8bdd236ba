using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Engine.Tests.Runs;

/// <summary>
/// Runs a profile under a simulated clock, in as little time as the work takes, and the same every time.
/// </summary>
internal sealed class SimulatedRun
{
    public ManualTimeProvider Clock { get; } = new();

    public RunMonitor Monitor { get; init; } = new();

    public CancellationTokenSource Cancellation { get; } = new();

    /// <summary>How late the engine's timers fire; those of the server do not.</summary>
    public TimeSpan TimerLag { get; init; }

    /// <summary>Processor time that the process seems to use for each second of the clock.</summary>
    public double ProcessorShare { get; init; }

    public Func<CancellationToken, ValueTask>? BeforeMeasuring { get; init; }

    public Action<RequestObservation>? Observe { get; init; }

    /// <summary>An action that answers after a time of the clock.</summary>
    public UserAction AnswersAfter(TimeSpan serviceTime, int statusCode = 200) => async (_, cancellationToken) =>
    {
        await Task.Delay(serviceTime, Clock, cancellationToken);
        return new RequestOutcome(statusCode, null, 10);
    };

    /// <param name="onTick">Called every 50 ms of the clock, for tests that look at the run from outside.</param>
    public Task<LoadResult> RunAsync(LoadProfile profile, UserAction action, Action<TimeSpan>? onTick = null)
    {
        var runner = new LoadRunner(new LateTimers(Clock, TimerLag))
        {
            BeforeMeasuring = BeforeMeasuring,
            Observe = Observe,
            ProcessorTime = ProcessorTime(),
        };
        return Clock.DriveAsync(() => runner.RunAsync(profile, action, Monitor, Cancellation.Token), onTick);
    }

    private Func<TimeSpan> ProcessorTime()
    {
        var started = Clock.GetTimestamp();
        return () => Clock.GetElapsedTime(started) * ProcessorShare;
    }

    public static ClosedLoopProfile Profile(int users, TimeSpan duration, ThinkTime thinkTime) =>
        new([new LoadStep(users, duration)], thinkTime, TimeSpan.Zero, 0, SimulatedRoundTrip.None, 1);
}
