using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>Runs shapes of load in one setting after another. Each run starts on a system at rest.</summary>
/// <param name="use">Switches the target to a setting.</param>
/// <param name="warmUp">The warm-up of each setting, since its processes have just started.</param>
internal sealed class SettingRuns(
    LoadTarget target,
    Func<OverloadSetting, CancellationToken, Task> use,
    TimeSpan warmUp,
    Action<string> say,
    TimeProvider time)
{
    private readonly List<OverloadRun> _done = [];

    /// <summary>The completed runs.</summary>
    public IReadOnlyList<OverloadRun> Done => _done;

    /// <exception cref="LabException">The target failed.</exception>
    public async Task RunAsync(
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
        var calm = new CalmRun(target, goal, time);
        await calm.WarmUpAsync(warmUp, cancellationToken);
        await calm.WaitAsync(say, cancellationToken);
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

/// <summary>The capacity, which loads are multiples of, and the objective for the latency of an answer.</summary>
/// <param name="Capacity">Requests per second.</param>
internal sealed record OverloadGoal(double Capacity, TimeSpan Objective);

/// <summary>A configuration of the system that is compared with others.</summary>
/// <param name="Name">The name in tables: the difference from the other settings.</param>
public sealed record OverloadSetting(string Name, TuningScenario Scenario);
