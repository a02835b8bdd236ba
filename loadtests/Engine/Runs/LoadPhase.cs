namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>A warm-up or measured phase: starts traffic, waits for the end, and gives the last requests a grace period.</summary>
internal sealed class LoadPhase(
    TimeProvider time, RunPhase phase, IPhaseTraffic traffic, LoadProfile profile, UserAction action, TimeSpan lateTolerance)
{
    private readonly UserBehavior _behavior = profile.Behavior;

    public RunClock Clock { get; } = new(time);

    /// <summary>Created by <see cref="RunAsync"/>, before any user starts.</summary>
    public RunRecorder Recorder => field ??= new RunRecorder(Clock, traffic.Steps, lateTolerance, profile.Requests);

    public Action<RequestObservation>? Observe { get; init; }

    public required Func<TimeSpan> ProcessorTime { get; init; }

    public bool Interrupted { get; private set; }

    public TimeSpan ProcessorTimeUsed { get; private set; }

    public SimulatedUser CreateUser(int number) => new(number, phase, _behavior, action, Clock, Recorder) { Observe = Observe };

    public async Task RunAsync(RunMonitor monitor, CancellationToken cancellationToken)
    {
        monitor.Show(phase, Recorder);
        var processorTimeBefore = ProcessorTime();
        using var cutOff = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
        await using var interruption = cancellationToken.UnsafeRegister(_ => Interrupt(cutOff), null);
        var requests = traffic.RunAsync(this, cutOff.Token);

        await WaitForEndAsync(requests, cutOff.Token);
        ProcessorTimeUsed = ProcessorTime() - processorTimeBefore;
        // Of a number of requests none is left: only users who still think end here.
        cutOff.CancelAfter(profile.Requests is null ? profile.Grace : TimeSpan.Zero);
        await requests;

        if (Clock.IsSystemClock)
        {
            // The last user may have ended on a thread of the client that other connections use. With another clock, time would
            // pass during the yield.
            await Task.Yield();
        }
    }

    private Task WaitForEndAsync(Task requests, CancellationToken cutOff) => profile.Requests is null
        ? Clock.WaitUntilAsync(Recorder.End, cutOff).AsTask()
        : Task.WhenAny(requests, Recorder.Completed);

    private void Interrupt(CancellationTokenSource cutOff)
    {
        Interrupted = true;
        Recorder.Interrupt();
        cutOff.Cancel();
    }
}

/// <summary>The requests of a loop in one phase.</summary>
internal interface IPhaseTraffic
{
    IReadOnlyList<PlannedStep> Steps { get; }

    /// <summary>Sends the requests, and returns when the last one is over.</summary>
    /// <param name="cutOff">Ends everything at once, requests in flight included.</param>
    Task RunAsync(LoadPhase phase, CancellationToken cutOff);
}
