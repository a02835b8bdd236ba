using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>A warm-up or measured phase: starts traffic, waits for the end, and gives the last requests a grace period.</summary>
internal sealed class LoadPhase
{
    private readonly TimeProvider _time;
    private readonly PhasePlan _plan;

    public LoadPhase(TimeProvider time, RunPhase phase, PhasePlan plan, TimeSpan lateTolerance)
    {
        (_time, Phase, _plan) = (time, phase, plan);
        Clock = new RunClock(time);
        Recorder = new RunRecorder(Clock, plan.Steps, lateTolerance);
    }

    public RunPhase Phase { get; }

    public RunClock Clock { get; }

    public RunRecorder Recorder { get; }

    public required Func<TimeSpan> ProcessorTime { get; init; }

    public bool Interrupted { get; private set; }

    public TimeSpan ProcessorTimeUsed { get; private set; }

    public async Task RunAsync(RunMonitor monitor, CancellationToken cancellationToken)
    {
        monitor.Show(Phase, Recorder);
        var processorTimeBefore = ProcessorTime();
        using var cutOff = new CancellationTokenSource(Timeout.InfiniteTimeSpan, _time);
        await using var interruption = cancellationToken.UnsafeRegister(_ => Interrupt(cutOff), null);
        var traffic = _plan.Traffic(this, cutOff.Token);

        await Clock.WaitUntilAsync(Recorder.End, cutOff.Token);
        ProcessorTimeUsed = ProcessorTime() - processorTimeBefore;
        cutOff.CancelAfter(_plan.Grace);
        await traffic;

        if (Clock.IsSystemClock)
        {
            // The last user may have ended on a thread of the client that other connections use. With another clock, time would
            // pass during the yield.
            await Task.Yield();
        }
    }

    private void Interrupt(CancellationTokenSource cutOff)
    {
        Interrupted = true;
        Recorder.Interrupt();
        cutOff.Cancel();
    }
}
