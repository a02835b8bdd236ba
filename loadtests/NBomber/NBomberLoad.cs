using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.NBomber.Requests;
using DroneDelivery.LoadTests.NBomber.Results;
using DroneDelivery.LoadTests.NBomber.Simulations;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>
/// Runs one assignment as two NBomber sessions, the warm-up and the steps: within one session nobody could reset counters between
/// the two.
/// </summary>
internal sealed class NBomberLoad(LoadAssignment assignment, TimeProvider time)
{
    private readonly ClosedLoopProfile _profile = assignment.Profile;

    public async Task<LoadMeasurement> RunAsync(CancellationToken cancellationToken)
    {
        var steps = WholeSecondSteps.Of(_profile.Steps);
        var log = new RequestLog(time);
        await WarmUpAsync(cancellationToken);
        if (!await PrepareAsync(cancellationToken))
        {
            return Measurement(NBomberFigures.None, log, steps, new GeneratorCpu(), interrupted: true);
        }

        var scenario = Scenario(RunPhase.Measuring, steps, log, cancellationToken);
        var cpu = new GeneratorCpu();
        var stats = await NBomberSession.RunAsync(scenario, "nbomber", assignment, withReports: true);
        var figures = log.Begun == 0 ? NBomberFigures.None : NBomberFigures.Of(stats, ClosedLoopScenario.RequestStep);
        assignment.Monitor.Show(() => scenario.Snapshot() with { Phase = RunPhase.Finished });
        var endedEarly = figures.ClientErrors >= ClosedLoopScenario.MaxFailures;
        return Measurement(figures, log, steps, cpu, endedEarly || cancellationToken.IsCancellationRequested);
    }

    private async Task WarmUpAsync(CancellationToken cancellationToken)
    {
        if (_profile.WarmUp > TimeSpan.Zero && _profile.WarmUpUsers > 0)
        {
            var step = WholeSecondSteps.RoundedUp(new LoadStep(_profile.WarmUpUsers, _profile.WarmUp));
            var scenario = Scenario(RunPhase.WarmUp, [step], new RequestLog(time), cancellationToken);
            await NBomberSession.RunAsync(scenario, "nbomber-warm-up", assignment, withReports: false);
        }
    }

    /// <summary>False when cancelled.</summary>
    private async Task<bool> PrepareAsync(CancellationToken cancellationToken)
    {
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            await assignment.BeforeMeasuring(cancellationToken);
            return true;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return false;
        }
    }

    private ClosedLoopScenario Scenario(
        RunPhase phase, IReadOnlyList<LoadStep> steps, RequestLog log, CancellationToken cancellationToken)
    {
        var scenario = new ClosedLoopScenario(phase, steps, assignment, log, time, cancellationToken);
        assignment.Monitor.Show(scenario.Snapshot);
        return scenario;
    }

    private LoadMeasurement Measurement(
        NBomberFigures figures, RequestLog log, IReadOnlyList<LoadStep> steps, GeneratorCpu cpu, bool interrupted) =>
        new(log.StartedAt, interrupted, NBomberRecord.Of(figures, log, steps, cpu.Used, _profile.ThinkTime));
}
