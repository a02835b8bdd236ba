using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Running;
using DroneDelivery.LoadTests.Lab.Targets;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>Runs shapes in one setting after another, each from rest.</summary>
/// <param name="use">Brings the target to a setting.</param>
/// <param name="warmUp">Of each setting, whose processes have just started.</param>
internal sealed class SettingRuns(
    LoadTarget target,
    Func<OverloadSetting, CancellationToken, Task> use,
    TimeSpan warmUp,
    Action<string> say,
    TimeProvider time)
{
    private readonly List<OverloadRun> _done = [];

    /// <summary>Those that came to their end.</summary>
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
    /// Restarted too after a load that the system has not recovered from: the next load must not wait behind its requests.
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
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var failure = target.WaitForFailureAsync(stop.Token);
        var running = new ShapeRun(target, shape, goal, time).RunAsync(setting.Name, stop.Token);
        var failed = await FirstToEnd.IsFailureAsync(running, failure, time, cancellationToken);
        await stop.CancelAsync();
        var run = await running;
        if (failed)
        {
            throw new LabException(await failure);
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

/// <summary>What loads are multiples of, and what an answer has to stay within to be a good one.</summary>
/// <param name="Capacity">Requests per second.</param>
internal sealed record OverloadGoal(double Capacity, TimeSpan Objective);

/// <summary>One of the ways to run the system that are compared.</summary>
/// <param name="Name">As tables name it: what differs from the others.</param>
public sealed record OverloadSetting(string Name, TuningScenario Scenario);
