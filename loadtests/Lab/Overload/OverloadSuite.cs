using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>Runs all shapes of load in each setting. Each run starts on a system at rest, or after half a minute.</summary>
/// <param name="use">Switches the target to a setting, and always restarts Delivery.</param>
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
        RefiningTrials = 2,
        WarmUpSeconds = 6,
        QueueSettlingSeconds = 3,
        SearchSeconds = 2,
        RefineSeconds = 3,
    };

    private readonly List<OverloadRun> _done = [];
    private double? _capacity = request.Capacity;

    /// <summary>A suite that was cancelled, or whose target failed, returns its results so far.</summary>
    /// <exception cref="LabException">The target failed before any result, or missed the objective at every rate.</exception>
    public async Task<OverloadRecord> RunAsync(CancellationToken cancellationToken)
    {
        var envelope = RunManifestBuilder.Begin(OverloadLab.Name, "overload", request.Command, time);
        var (_, failure) = await SuiteOutcome.OfAsync(_ => RunAllAsync(cancellationToken), () => { }, cancellationToken);
        return failure is not null && _done.Count == 0 ? throw new LabException(failure) : new OverloadRecord(
            envelope with { Interrupted = cancellationToken.IsCancellationRequested, Failure = failure },
            request.Objective.TotalMilliseconds,
            _capacity,
            request.Capacity is not null,
            _capacity is { } capacity ? request.LimitFor(capacity) : 0,
            _done);
    }

    private async Task RunAllAsync(CancellationToken cancellationToken)
    {
        if (request.Shapes.Count > 0)
        {
            var capacity = _capacity ??= await FindCapacityAsync(cancellationToken);
            var settings = request.Shedding.Select(mode => request.Setting(mode, capacity));
            await RunAsync(settings, request.Shapes, new OverloadGoal(capacity, request.Objective), cancellationToken);
        }

        if (request.Metastable is { } shape && !cancellationToken.IsCancellationRequested)
        {
            var goal = new OverloadGoal(MetastableLab.Capacity, MetastableLab.Objective);
            await RunAsync(MetastableLab.Settings, [shape], goal, cancellationToken);
        }
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

    /// <exception cref="LabException">The target failed.</exception>
    private async Task RunAsync(
        IEnumerable<OverloadSetting> settings,
        IReadOnlyList<OverloadShape> shapes,
        OverloadGoal goal,
        CancellationToken cancellationToken)
    {
        foreach (var setting in settings)
        {
            var atRest = false;
            foreach (var shape in shapes)
            {
                if (!atRest)
                {
                    await StartAsync(setting, goal, cancellationToken);
                }

                atRest = (await RunAsync(setting, shape, goal, cancellationToken)).RecoverySeconds is not null;
            }
        }
    }

    /// <summary>
    /// Also called after a load without recovery: Delivery restarts, so that the next load does not queue behind old requests.
    /// </summary>
    private async Task StartAsync(OverloadSetting setting, OverloadGoal goal, CancellationToken cancellationToken)
    {
        say($"{setting.Name}: starting and warming up");
        await use(setting, cancellationToken);
        var preparation = new OverloadWarmUp(target, goal, time);
        await preparation.WarmUpAsync(request.WarmUp, cancellationToken);
        await preparation.WaitUntilObjectiveIsMetAsync(say, cancellationToken);
    }

    private async Task<OverloadRun> RunAsync(
        OverloadSetting setting, OverloadShape shape, OverloadGoal goal, CancellationToken cancellationToken)
    {
        say($"{setting.Name}: {shape.Title}");
        var (run, failure) = await FirstToEnd.RunAsync(
            target.WaitForFailureAsync, token => new ShapeRun(target, shape, goal, time).RunAsync(setting.Name, token), time,
            cancellationToken);
        if (failure is not null)
        {
            throw new LabException(failure);
        }

        cancellationToken.ThrowIfCancellationRequested();
        _done.Add(run!);
        foreach (var line in StudyText.Rows(OverloadStudy.Table([run!])).Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            say($"  {line}");
        }

        return run!;
    }
}
