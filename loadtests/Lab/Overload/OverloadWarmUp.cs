namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>Prepares a system: a warm-up compiles its code, then a light load runs until the objective is met.</summary>
internal sealed class OverloadWarmUp(LoadTarget target, OverloadGoal goal, TimeProvider time)
{
    private const int MaxInFlight = 2_000;
    private const ulong Seed = 20_260_302;
    private const double FirstRequestsPerSecond = 5;

    // As a multiple of the capacity.
    private const double LightLoad = 0.1;

    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Warms up processes that have just started. The load grows from 5 requests per second to 80 % of the capacity. At the end
    /// it is twice the capacity, so that the code that refuses requests is compiled too.
    /// </summary>
    public async Task WarmUpAsync(TimeSpan duration, CancellationToken cancellationToken)
    {
        using var client = new HttpLoadClient(MaxInFlight, RequestTimeout, time);
        ArrivalStage[] stages =
        [
            ArrivalStage.Hold(FirstRequestsPerSecond, duration * 0.3),
            ArrivalStage.Ramp(FirstRequestsPerSecond, goal.Capacity * 0.8, duration * 0.55),
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

    /// <summary>Returns when at most 1 % of a light load's requests of a second miss the objective, or after 30 s.</summary>
    public async Task WaitUntilObjectiveIsMetAsync(Action<string> say, CancellationToken cancellationToken)
    {
        var light = new OverloadShape("light", "Light load", [], new OverloadStep(LightLoad, LongestWait));
        var run = await new ShapeRun(target, light, goal, time).RunAsync("", cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        if (run!.RecoverySeconds is null)
        {
            say($"  a light load was still not answered within the objective after {LongestWait.TotalSeconds:0} s; continuing");
        }
    }
}
