using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>Runs all shapes of load in one setting after another.</summary>
/// <param name="use">Switches the target to a setting.</param>
internal sealed class OverloadSuite(
    LoadTarget target,
    Func<OverloadSetting, CancellationToken, Task> use,
    OverloadRequest request,
    Action<string> say,
    TimeProvider time)
{
    /// <summary>Finds the capacity to within a few per cent, in little more than a minute.</summary>
    private static readonly CapacityPlan Plan = new()
    {
        StartRate = 150,
        Confirmations = 2,
        WarmUpSeconds = 6,
        QueueSettlingSeconds = 3,
        SearchSeconds = 2,
        ConfirmSeconds = 3,
    };

    private readonly SettingRuns _runs = new(target, use, request.WarmUp, say, time);
    private double? _capacity = request.Capacity;

    /// <summary>A suite that was cancelled, or whose target failed, returns its results so far.</summary>
    /// <exception cref="LabException">Nothing was measured before the target failed.</exception>
    public async Task<OverloadRecord> RunAsync(CancellationToken cancellationToken)
    {
        var envelope = RunManifestBuilder.Begin(OverloadLab.Name, "overload", request.Command, time);
        var (_, failure) = await SuiteOutcome.OfAsync(_ => RunAllAsync(cancellationToken), () => { }, cancellationToken);
        return failure is not null && _runs.Done.Count == 0 ? throw new LabException(failure) : new OverloadRecord(
            envelope with { Interrupted = cancellationToken.IsCancellationRequested, Failure = failure },
            request.Objective.TotalMilliseconds,
            _capacity,
            request.Capacity is not null,
            _capacity is { } capacity ? request.LimitFor(capacity) : 0,
            _runs.Done);
    }

    private async Task RunAllAsync(CancellationToken cancellationToken)
    {
        if (request.Shapes.Count > 0)
        {
            await RunShapesAsync(cancellationToken);
        }

        if (request.Metastable is { } shape && !cancellationToken.IsCancellationRequested)
        {
            var goal = new OverloadGoal(MetastableLab.Capacity, MetastableLab.Objective);
            await _runs.RunAsync(MetastableLab.Settings, [shape], goal, cancellationToken);
        }
    }

    private async Task RunShapesAsync(CancellationToken cancellationToken)
    {
        var capacity = _capacity ??= await FindCapacityAsync(cancellationToken);
        var settings = request.Shedding.Select(mode => request.Setting(mode, capacity));
        await _runs.RunAsync(settings, request.Shapes, new OverloadGoal(capacity, request.Objective), cancellationToken);
    }

    /// <summary>Measures without load shedding, which would refuse requests that a longer queue still serves in time.</summary>
    /// <returns>Requests per second.</returns>
    /// <exception cref="LabException">The target failed, or missed the objective at every rate.</exception>
    private async Task<double> FindCapacityAsync(CancellationToken cancellationToken)
    {
        await use(request.Setting(OverloadLab.None, capacity: null), cancellationToken);
        var found = await CapacityRun.FindLimitAsync(
            target, new LatencyGoal(request.Objective), Plan, request.Command, say, time, cancellationToken);
        return found.Rate ?? throw new LabException(
            "The objective was missed at every rate: set the capacity with --capacity, or another --slo.");
    }
}
