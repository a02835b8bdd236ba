namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>Prepares a system for a run: its code is compiled, and its queues are empty.</summary>
internal sealed class CalmRun(LoadTarget target, OverloadGoal goal, TimeProvider time)
{
    private const int MaxInFlight = 2_000;
    private const ulong Seed = 20_260_302;
    private const double FirstRate = 5;
    private const double LightLoad = 0.1;

    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Processes that have just started compile their code. The load grows from a few requests to nearly the capacity, and
    /// exceeds it at the end, since refused requests run different code.
    /// </summary>
    public async Task WarmUpAsync(TimeSpan duration, CancellationToken cancellationToken)
    {
        using var client = new HttpLoadClient(MaxInFlight, RequestTimeout, time);
        ArrivalStage[] stages =
        [
            ArrivalStage.Hold(FirstRate, duration * 0.3),
            ArrivalStage.Ramp(FirstRate, goal.Capacity * 0.8, duration * 0.55),
            ArrivalStage.Hold(goal.Capacity * 2, duration * 0.15),
        ];
        var profile = new OpenLoopProfile(ArrivalSchedule.Staged(stages, ArrivalSpacing.Poisson, Seed), MaxInFlight, Seed)
        {
            Grace = goal.Objective,
        };
        await new LoadRunner(time).RunAsync(
            profile, target.RequestBy(client, LoadVariant.Usual), new RunMonitor(), cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>Returns when a light load is answered within the objective for a second, or after half a minute.</summary>
    public async Task WaitAsync(Action<string> say, CancellationToken cancellationToken)
    {
        var light = new OverloadShape("calm", "Light load", [], new OverloadStep(LightLoad, LongestWait));
        var run = await new ShapeRun(target, light, goal, time).RunAsync("", cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        if (run!.RecoverySeconds is null)
        {
            say($"  even a light load was not answered in time within {LongestWait.TotalSeconds:0} s; continuing");
        }
    }
}
