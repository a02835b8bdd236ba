using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>One stretch of load, warm-up or measured: starts the users, keeps the time, and sees them out.</summary>
internal sealed class LoadPhase
{
    private readonly TimeProvider _time;
    private readonly RunPhase _phase;
    private readonly IReadOnlyList<LoadStep> _steps;
    private readonly ClosedLoopProfile _profile;
    private readonly UserAction _action;
    private readonly RunClock _clock;

    public LoadPhase(
        TimeProvider time, RunPhase phase, IReadOnlyList<LoadStep> steps, ClosedLoopProfile profile, UserAction action)
    {
        (_time, _phase, _steps, _profile, _action) = (time, phase, steps, profile, action);
        _clock = new RunClock(time);
        Recorder = new RunRecorder(_clock, steps);
    }

    public RunRecorder Recorder { get; }

    public Func<TimeSpan> ProcessorTime { get; init; } = GeneratorCpu.ReadProcess;

    public Action<RequestObservation>? Observe { get; init; }

    public bool Interrupted { get; private set; }

    public TimeSpan ProcessorTimeUsed { get; private set; }

    public async Task RunAsync(RunMonitor monitor, CancellationToken cancellationToken)
    {
        monitor.Show(_phase, Recorder);
        var cpu = new GeneratorCpu(ProcessorTime);
        using var cutOff = new CancellationTokenSource(Timeout.InfiniteTimeSpan, _time);
        await using var interruption = cancellationToken.UnsafeRegister(_ => Interrupt(cutOff), null);
        var users = Enumerable.Range(0, _steps.Max(step => step.Users)).Select(user => RunUserAsync(user, cutOff.Token)).ToList();

        await _clock.WaitUntilAsync(Recorder.End, cutOff.Token);
        ProcessorTimeUsed = cpu.Used;
        cutOff.CancelAfter(_profile.Grace);
        await Task.WhenAll(users);
    }

    private Task RunUserAsync(int user, CancellationToken cutOff)
    {
        var windows = ActiveWindow.Of(user, _steps, _profile.StartSpread);
        var simulated = new SimulatedUser(user, _phase, _profile, _action, _clock, Recorder) { Observe = Observe };
        return new UserLoop(simulated, _clock, Recorder).RunAsync(windows, cutOff);
    }

    private void Interrupt(CancellationTokenSource cutOff)
    {
        Interrupted = true;
        Recorder.Interrupt();
        cutOff.Cancel();
    }
}
