using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;
using NBomber.CSharp;
using NBomber.Contracts;

namespace DroneDelivery.LoadTests.NBomber.Simulations;

/// <summary>The load of one phase for NBomber.</summary>
/// <param name="Steps">The steps of users; none in an open loop.</param>
internal sealed record PlannedLoad(IReadOnlyList<LoadSimulation> Simulations, TimeSpan Duration, IReadOnlyList<LoadStep> Steps)
{
    public static PlannedLoad FromSteps(IReadOnlyList<LoadStep> planned)
    {
        var steps = WholeSecondSteps.FromSteps(planned);
        return new PlannedLoad(
            [.. steps.Select(step => step.Users > 0
                ? Simulation.KeepConstant(step.Users, step.Duration)
                : Simulation.Pause(step.Duration))],
            TimeSpan.FromTicks(steps.Sum(step => step.Duration.Ticks)),
            steps);
    }

    public static PlannedLoad FromSchedule(ArrivalSchedule schedule)
    {
        var seconds = ArrivalsOfSecond.FromSchedule(schedule);
        return new PlannedLoad(
            [.. seconds.Select(Inject)], TimeSpan.FromSeconds(seconds.Sum(stretch => stretch.Seconds)), Steps: []);
    }

    private static LoadSimulation Inject(ArrivalsOfSecond stretch)
    {
        var during = TimeSpan.FromSeconds(stretch.Seconds);
        return stretch.Arrivals > 0
            ? Simulation.Inject(stretch.Arrivals, TimeSpan.FromSeconds(1), during)
            : Simulation.Pause(during);
    }
}

/// <summary>A number of consecutive seconds with the same number of arrivals in each.</summary>
internal readonly record struct ArrivalsOfSecond(int Arrivals, int Seconds)
{
    /// <summary>
    /// Counts the arrivals of each second. NBomber places the arrivals of a second at random moments within it. NBomber's ramp is
    /// not used, because it does not reach its target.
    /// </summary>
    public static IReadOnlyList<ArrivalsOfSecond> FromSchedule(ArrivalSchedule schedule)
    {
        var counts = new int[(int)Math.Ceiling(schedule.Duration.TotalSeconds)];
        foreach (var moment in schedule.Moments())
        {
            counts[(int)moment.TotalSeconds]++;
        }

        var joined = new List<ArrivalsOfSecond>();
        foreach (var count in counts)
        {
            if (joined is [.., { } last] && last.Arrivals == count)
            {
                joined[^1] = last with { Seconds = last.Seconds + 1 };
            }
            else
            {
                joined.Add(new ArrivalsOfSecond(count, 1));
            }
        }

        return joined;
    }
}
