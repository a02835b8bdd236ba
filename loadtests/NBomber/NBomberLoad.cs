using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Lab.Engines;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.NBomber.Results;
using DroneDelivery.LoadTests.NBomber.Simulations;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>
/// Runs one assignment as two NBomber sessions, one for the warm-up and one for the steps. Within one session the counters could
/// not be reset after the warm-up.
/// </summary>
internal sealed class NBomberLoad(LoadAssignment assignment, TimeProvider time)
{
    private readonly NBomberPlan _plan = NBomberPlan.FromProfile(assignment.Profile);
    private readonly RunMonitor _monitor = new();

    public async Task<LoadMeasurement> RunAsync(CancellationToken cancellationToken)
    {
        assignment.Monitor.Show(_monitor.Snapshot, () => _monitor.Elapsed);
        await WarmUpAsync(cancellationToken);
        using var processor = new ProcessorReadings(_plan.Measured.Duration, time, () => Environment.CpuUsage.TotalTime);
        using var load = CreateLoad(RunPhase.Measuring, _plan.Measured, processor.Start);
        await using var interruption = cancellationToken.UnsafeRegister(_ => load.Interrupt(), null);
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            await assignment.BeforeMeasuring(cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return Measurement(NBomberFigures.None, load.Finish(interrupted: true), processor);
        }

        var scenario = new NBomberScenario(_plan.Measured, load, time, cancellationToken);
        var stats = await NBomberSession.RunAsync(scenario, "nbomber", assignment, withReports: true);
        var result = load.Finish(scenario.FailedTooOften || cancellationToken.IsCancellationRequested);
        var figures = result.Sent == 0 ? NBomberFigures.None : stats.ToFigures(NBomberScenario.RequestStep);
        return Measurement(figures, result, processor);
    }

    private async Task WarmUpAsync(CancellationToken cancellationToken)
    {
        if (_plan.WarmUp is { } warmUp)
        {
            using var load = CreateLoad(RunPhase.WarmUp, warmUp, () => { });
            await using var interruption = cancellationToken.UnsafeRegister(_ => load.Interrupt(), null);
            var scenario = new NBomberScenario(warmUp, load, time, cancellationToken);
            await NBomberSession.RunAsync(scenario, "nbomber-warm-up", assignment, withReports: false);
        }
    }

    private ExternalLoad CreateLoad(RunPhase phase, PlannedLoad plan, Action started) => new(
        phase, assignment.Profile, plan.Steps, _plan.EachUserOnce, assignment.Action, _monitor, time)
    {
        Started = started,
        Observe = phase == RunPhase.Measuring ? assignment.Observe : null,
    };

    private LoadMeasurement Measurement(NBomberFigures figures, LoadResult result, ProcessorReadings processor) => new(
        result.StartedAt,
        result.Interrupted,
        NBomberRecord.FromFigures(
            figures,
            LoadRecordBuilder.ToRecord(result, assignment.Profile),
            processor.Generator(result.Interrupted ? result.Elapsed : null)));
}
