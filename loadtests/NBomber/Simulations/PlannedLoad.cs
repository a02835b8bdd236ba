using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;
using NBomber.CSharp;
using NBomber.Contracts;

namespace DroneDelivery.LoadTests.NBomber.Simulations;

/// <summary>
/// The load of one phase for NBomber, planned second by second: NBomber rounds the duration of a step up to whole seconds, so 40
/// steps of 1.125 s would take 80 s, and its ramp does not reach the target. The total duration is rounded up to a second.
/// </summary>
/// <param name="Steps">The steps of users, which differ from step to step; one without users in an open loop.</param>
internal sealed record PlannedLoad(IReadOnlyList<LoadSimulation> Simulations, TimeSpan Duration, IReadOnlyList<LoadStep> Steps)
{
    public static PlannedLoad FromSteps(IReadOnlyList<LoadStep> planned)
    {
        var periods = EqualSeconds.FromSteps(planned);
        return FromSeconds(periods, (users, during) => Simulation.KeepConstant(users, during)) with
        {
            Steps = [.. periods.Select(period => LoadStep.Hold(period.Count, period.Duration))],
        };
    }

    /// <summary>NBomber places the arrivals of a second at random moments within it.</summary>
    public static PlannedLoad FromSchedule(ArrivalSchedule schedule) => FromSeconds(
        EqualSeconds.FromSchedule(schedule),
        (arrivals, during) => Simulation.Inject(arrivals, EqualSeconds.Second, during));

    private static PlannedLoad FromSeconds(
        IReadOnlyList<EqualSeconds> periods, Func<int, TimeSpan, LoadSimulation> simulate)
    {
        var duration = EqualSeconds.TotalDuration(periods);
        return new PlannedLoad(
            [.. periods.Select(period => period.Count > 0
                ? simulate(period.Count, period.Duration)
                : Simulation.Pause(period.Duration))],
            duration,
            [LoadStep.Hold(0, duration)]);
    }
}
