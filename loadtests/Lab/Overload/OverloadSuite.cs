namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>Runs all shapes of load in each setting. Each run starts on a system at rest, or after half a minute.</summary>
/// <param name="use">Switches the target to a setting, and always restarts every Delivery.</param>
internal sealed class OverloadSuite(
    LoadTarget target, Func<OverloadSetting, CancellationToken, Task> use, OverloadRequest request, Action<string> say,
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

    private double? _capacity = request.Capacity;

    /// <summary>A suite that was cancelled, or whose target failed, returns the folders of its runs so far.</summary>
    /// <param name="folder">The folder for run folders.</param>
    public Task<SuiteOutcome> RunAsync(string folder, CancellationToken cancellationToken) => SuiteOutcome.RunAsync(
        folders => RunAllAsync(folder, folders, cancellationToken), () => say("Stopped."), cancellationToken);

    private async Task RunAllAsync(string folder, List<RunFolder> folders, CancellationToken cancellationToken)
    {
        var machine = RunManifestBuilder.ExamineMachine(time);
        await RunSheddingAsync(request.Shapes, deliveries: 1);
        await RunSheddingAsync(request.Crash is { } crash ? [crash] : [], CrashLab.Deliveries);
        foreach (var setting in request.Metastable is null ? [] : MetastableLab.Settings)
        {
            await RunShapesAsync(setting, [request.Metastable!], MetastableLab.Goal);
        }

        async Task RunSheddingAsync(IReadOnlyList<OverloadShape> shapes, int deliveries)
        {
            if (shapes.Count == 0)
            {
                return;
            }

            var capacity = request.Capacity ?? await FindCapacityAsync(deliveries, cancellationToken);
            _capacity ??= capacity;
            foreach (var mode in request.Shedding)
            {
                await RunShapesAsync(
                    request.Setting(mode, capacity, deliveries), shapes, new OverloadGoal(capacity, request.Objective));
            }
        }

        async Task RunShapesAsync(OverloadSetting setting, IReadOnlyList<OverloadShape> shapes, OverloadGoal goal)
        {
            var atRest = false;
            foreach (var shape in shapes)
            {
                var path = Path.Combine(folder, $"{shape.Name}-{setting.Name.TrimStart('-').Replace(' ', '-')}");
                if (!atRest)
                {
                    await WarmUpAsync(path, setting, goal);
                }

                say($"{setting.Name}: {shape.Title}");
                var run = new ShapeRun(target, SettingsOf(shape, setting, goal), say, time);
                folders.Add(await run.RunAsync(path, setting.Scenario, machine, request.Command, cancellationToken));
                cancellationToken.ThrowIfCancellationRequested();
                atRest = await SayResultAsync(folders[^1]);
            }
        }

        // Also after a load without recovery: Delivery restarts, so that the next load does not queue behind old requests.
        async Task WarmUpAsync(string path, OverloadSetting setting, OverloadGoal goal)
        {
            say($"{setting.Name}: starting and warming up");
            await use(setting, cancellationToken);
            var run = new ShapeRun(target, SettingsOf(OverloadLab.WarmUp, setting, goal), say, time)
            {
                WarmUp = OverloadLab.WarmUpStages(goal.Capacity, request.WarmUp),
            };
            folders.Add(await run.RunAsync(
                $"{path}-{OverloadLab.WarmUp.Name}", setting.Scenario, machine, request.Command, cancellationToken));
            cancellationToken.ThrowIfCancellationRequested();
            if ((await OverloadRun.ReadAsync(folders[^1])).RecoverySeconds is null)
            {
                say("  a light load was still not answered within the objective after "
                    + $"{OverloadLab.WarmUp.After.Duration.TotalSeconds:0} s; continuing");
            }
        }
    }

    private OverloadSettings SettingsOf(OverloadShape shape, OverloadSetting setting, OverloadGoal goal) => new(
        shape,
        setting.Name,
        goal,
        request.Objective.TotalMilliseconds,
        _capacity,
        request.Capacity is not null,
        _capacity is null ? 0 : request.LimitFor(goal.Capacity))
    {
        DeliveryPorts = shape.Crashes ? target.Instances?.Ports : null,
    };

    /// <summary>Measures without load shedding, which would refuse requests that a longer queue still serves in time.</summary>
    /// <returns>Requests per second.</returns>
    /// <exception cref="LabException">The target failed, or missed the objective at every rate.</exception>
    private async Task<double> FindCapacityAsync(int deliveries, CancellationToken cancellationToken)
    {
        await use(request.Setting(OverloadLab.None, capacity: null, deliveries), cancellationToken);
        var found = await CapacityRun.FindLimitAsync(
            target, new LatencyGoal(request.Objective), Plan, request.Command, say, time, cancellationToken);
        return found.Rate ?? throw new LabException(
            "The objective was missed at every rate: set the capacity with --capacity, or another --slo.");
    }

    /// <returns>Whether the system is back to normal after the load.</returns>
    private async Task<bool> SayResultAsync(RunFolder folder)
    {
        var run = await OverloadRun.ReadAsync(folder);
        StudyText.Rows(OverloadStudy.Table([run])).Split('\n', StringSplitOptions.RemoveEmptyEntries).ToList()
            .ForEach(line => say($"  {line}"));
        return run.RecoverySeconds is not null;
    }
}
