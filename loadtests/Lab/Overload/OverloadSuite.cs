using DroneDelivery.LoadTests.Insight.Capacity;
using DroneDelivery.LoadTests.Insight.Overload;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.LoadTests.Scenarios.Overload;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>Runs all shapes in one setting after another.</summary>
/// <param name="use">Brings the target to a setting.</param>
internal sealed class OverloadSuite(
    LoadTarget target,
    Func<OverloadSetting, CancellationToken, Task> use,
    OverloadRequest request,
    Action<string> say,
    TimeProvider time)
{
    /// <summary>Of a search that is to find the capacity within a few per cent and a minute.</summary>
    private static readonly CapacityPlan Search = new()
    {
        StartRate = 150,
        Bracket = 1.1,
        Confirmations = 2,
        WarmUpSeconds = 6,
        SearchSeconds = 2,
        LeastArrivals = 300,
        ConfirmSeconds = 3,
        ConfirmArrivals = 400,
    };

    private readonly List<OverloadRun> _runs = [];
    private double? _capacity = request.Capacity;

    /// <summary>A cancelled suite, or one whose target failed, returns what was measured by then.</summary>
    /// <exception cref="LabException">Nothing was measured before the target failed.</exception>
    public async Task<OverloadRecord> RunAsync(CancellationToken cancellationToken)
    {
        var (startedAt, machine) = (time.GetUtcNow(), await RunManifestBuilder.ExamineMachineAsync(time, cancellationToken));
        var failure = await RunAllAsync(cancellationToken);
        return failure is not null && _runs.Count == 0 ? throw new LabException(failure) : new OverloadRecord(
            startedAt,
            request.Command,
            machine,
            RunManifestBuilder.IsDebugBuild,
            cancellationToken.IsCancellationRequested,
            request.Objective.TotalMilliseconds,
            _capacity,
            request.Capacity is not null,
            _capacity is { } capacity ? request.LimitFor(capacity) : 0,
            _runs)
        {
            Failure = failure,
        };
    }

    /// <returns>What ended it early, but for a cancellation.</returns>
    private async Task<string?> RunAllAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (request.Shapes.Count > 0)
            {
                await RunShapesAsync(cancellationToken);
            }

            if (request.Metastable is { } shape && !cancellationToken.IsCancellationRequested)
            {
                var goal = new OverloadGoal(MetastableLab.Capacity, MetastableLab.Objective);
                await RunEachAsync(MetastableLab.Settings, [shape], goal, cancellationToken);
            }

            return null;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return null;
        }
        catch (LabException exception)
        {
            return exception.Message;
        }
    }

    private async Task RunShapesAsync(CancellationToken cancellationToken)
    {
        _capacity ??= await FindCapacityAsync(cancellationToken);
        if (_capacity is { } capacity)
        {
            var settings = request.Shedding.Select(mode => request.Setting(mode, capacity));
            await RunEachAsync(settings, request.Shapes, new OverloadGoal(capacity, request.Objective), cancellationToken);
        }
    }

    /// <summary>With the adaptive limit, the product's default. Null when it was cancelled.</summary>
    private async Task<double?> FindCapacityAsync(CancellationToken cancellationToken)
    {
        await use(request.Setting(OverloadLab.Adaptive, capacity: null), cancellationToken);
        var search = new CapacityRequest(
            new LatencyGoal(request.Objective), null, [LoadVariant.Usual], 1, TimeSpan.Zero, Search, request.Command);
        var found = await new CapacityRun(target, search, say, time).RunAsync(cancellationToken);
        if (cancellationToken.IsCancellationRequested)
        {
            return null;
        }

        return found.Failure is { } failure ? throw new LabException(failure)
            : found.Searches[0].ByLatency.Rate
                ?? throw new LabException("The objective was kept at no rate: give the capacity with --capacity, or another --slo.");
    }

    private async Task RunEachAsync(
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

                atRest = (await RunAsync(setting, shape, goal, cancellationToken)).Recovery is not null;
            }
        }
    }

    /// <summary>Anew too after a load that the system has not recovered from: the next one is not to start in its line.</summary>
    private async Task StartAsync(OverloadSetting setting, OverloadGoal goal, CancellationToken cancellationToken)
    {
        say($"{setting.Name}: starting and warming up");
        await use(setting, cancellationToken);
        var calm = new CalmRun(target, goal, time);
        await calm.WarmUpAsync(request.WarmUp, cancellationToken);
        await calm.WaitAsync(say, cancellationToken);
    }

    private async Task<OverloadRun> RunAsync(
        OverloadSetting setting, OverloadShape shape, OverloadGoal goal, CancellationToken cancellationToken)
    {
        say($"{setting.Name}: {shape.Title}");
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var failure = target.WaitForFailureAsync(stop.Token);
        var running = new ShapeRun(target, shape, goal, time).RunAsync(setting.Name, stop.Token);
        var failed = await EndedBy.FailureAsync(running, failure, time, cancellationToken);
        await stop.CancelAsync();
        var run = await running;
        if (failed)
        {
            throw new LabException(await failure);
        }

        cancellationToken.ThrowIfCancellationRequested();
        _runs.Add(run!);
        OverloadText.Lines(run!).ToList().ForEach(line => say("  " + line));
        return run!;
    }
}
