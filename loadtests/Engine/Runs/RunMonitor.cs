namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Shows the progress of a run. Pass it to the runner and read it at any time, from any thread.</summary>
public sealed class RunMonitor
{
    private static readonly RunSnapshot Nothing = new(
        RunPhase.Waiting, TimeSpan.Zero, TimeSpan.Zero, 0, 0, 0, default, default, 0, 0);

    private volatile Source? _source;

    /// <summary>The time since the measured phase started, also after its end. Zero before.</summary>
    public TimeSpan Elapsed =>
        _source is { Phase: RunPhase.Measuring or RunPhase.Finished } source ? source.Recorder.Elapsed : TimeSpan.Zero;

    public RunSnapshot Snapshot() => _source is { } source ? source.Recorder.Snapshot(source.Phase) : Nothing;

    /// <summary>A copy of the figures measured so far. Empty while the run waits or warms up.</summary>
    public LoadFigures Figures() =>
        _source is { Phase: RunPhase.Measuring or RunPhase.Finished } source ? source.Recorder.Figures() : new LoadFigures();

    internal void Show(RunPhase phase, RunRecorder recorder) => _source = new Source(phase, recorder);

    private sealed record Source(RunPhase Phase, RunRecorder Recorder);
}
