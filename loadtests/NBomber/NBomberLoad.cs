using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Engines;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.NBomber.Results;
using DroneDelivery.LoadTests.NBomber.Simulations;
using DroneDelivery.LoadTests.NBomber.Users;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>
/// Runs one assignment as two NBomber sessions, one for the warm-up and one for the steps. Within one session the counters could
/// not be reset after the warm-up.
/// </summary>
internal sealed class NBomberLoad(LoadAssignment assignment, TimeProvider time)
{
    private readonly NBomberPlan _plan = NBomberPlan.FromProfile(assignment.Profile);

    public async Task<LoadMeasurement> RunAsync(CancellationToken cancellationToken)
    {
        using var log = new ExternalLoadLog(_plan.Measured.Duration, time);
        await WarmUpAsync(cancellationToken);
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            await assignment.BeforeMeasuring(cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return Measurement(NBomberFigures.None, log, interrupted: true);
        }

        using var scenario = Scenario(RunPhase.Measuring, _plan.Measured, log, cancellationToken);
        var stats = await NBomberSession.RunAsync(scenario, "nbomber", assignment, withReports: true);
        var figures = log.Begun == 0 ? NBomberFigures.None : NBomberFigures.FromStats(stats, NBomberScenario.RequestStep);
        assignment.Monitor.Show(() => scenario.Snapshot() with { Phase = RunPhase.Finished });
        var failedTooOften = figures.ClientErrors >= NBomberScenario.MaxFailures;
        return Measurement(figures, log, failedTooOften || cancellationToken.IsCancellationRequested);
    }

    private async Task WarmUpAsync(CancellationToken cancellationToken)
    {
        if (_plan.WarmUp is { } warmUp)
        {
            using var log = new ExternalLoadLog(warmUp.Duration, time);
            using var scenario = Scenario(RunPhase.WarmUp, warmUp, log, cancellationToken);
            await NBomberSession.RunAsync(scenario, "nbomber-warm-up", assignment, withReports: false);
        }
    }

    private NBomberScenario Scenario(RunPhase phase, PlannedLoad load, ExternalLoadLog log, CancellationToken cancellationToken)
    {
        var scenario = new NBomberScenario(
            phase,
            load,
            new UserPool(assignment.Profile.Behavior, phase, _plan.EachUserOnce),
            assignment.Action,
            log,
            assignment.Profile.Grace,
            time,
            cancellationToken);
        assignment.Monitor.Show(scenario.Snapshot);
        return scenario;
    }

    private LoadMeasurement Measurement(NBomberFigures figures, ExternalLoadLog log, bool interrupted) => new(
        log.StartedAt,
        interrupted,
        NBomberRecord.FromFigures(figures, log, log.Generator(interrupted), _plan.Measured.Steps, assignment.Profile));
}
