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
        var periods = EqualSeconds.Join(UsersBySecond(planned));
        return FromSeconds(periods, (users, during) => Simulation.KeepConstant(users, during)) with
        {
            Steps = [.. periods.Select(period => LoadStep.Hold(period.Count, period.Duration))],
        };
    }

    /// <summary>NBomber places the arrivals of a second at random moments within it.</summary>
    public static PlannedLoad FromSchedule(ArrivalSchedule schedule) => FromSeconds(
        EqualSeconds.Join(ArrivalsBySecond(schedule)),
        (arrivals, during) => Simulation.Inject(arrivals, EqualSeconds.Second, during));

    private static PlannedLoad FromSeconds(
        IReadOnlyList<EqualSeconds> periods, Func<int, TimeSpan, LoadSimulation> simulate)
    {
        var duration = TimeSpan.FromTicks(periods.Sum(period => period.Duration.Ticks));
        return new PlannedLoad(
            [.. periods.Select(period => period.Count > 0
                ? simulate(period.Count, period.Duration)
                : Simulation.Pause(period.Duration))],
            duration,
            [LoadStep.Hold(0, duration)]);
    }

    /// <summary>The users that are planned for the middle of each second.</summary>
    private static IEnumerable<int> UsersBySecond(IReadOnlyList<LoadStep> planned)
    {
        var duration = TimeSpan.FromTicks(planned.Sum(step => step.Duration.Ticks));
        for (var second = TimeSpan.Zero; second < duration; second += EqualSeconds.Second)
        {
            yield return UsersAt(second + (EqualSeconds.Second / 2), planned);
        }
    }

    /// <summary>The planned users at a moment; after the end, those of the last step.</summary>
    private static int UsersAt(TimeSpan moment, IReadOnlyList<LoadStep> planned)
    {
        var start = TimeSpan.Zero;
        foreach (var step in planned)
        {
            if (moment < start + step.Duration)
            {
                return step.FromUsers + (int)Math.Round((step.Users - step.FromUsers) * ((moment - start) / step.Duration));
            }

            start += step.Duration;
        }

        return planned[^1].Users;
    }

    private static int[] ArrivalsBySecond(ArrivalSchedule schedule)
    {
        var counts = new int[(int)Math.Ceiling(schedule.Duration.TotalSeconds)];
        foreach (var moment in schedule.Moments())
        {
            counts[(int)moment.TotalSeconds]++;
        }

        return counts;
    }
}

/// <summary>Consecutive seconds with the same number of users, or of arrivals in each.</summary>
internal readonly record struct EqualSeconds(int Count, TimeSpan Duration)
{
    public static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    public static IReadOnlyList<EqualSeconds> Join(IEnumerable<int> counts)
    {
        var joined = new List<EqualSeconds>();
        foreach (var count in counts)
        {
            if (joined is [.., { } last] && last.Count == count)
            {
                joined[^1] = last with { Duration = last.Duration + Second };
            }
            else
            {
                joined.Add(new EqualSeconds(count, Second));
            }
        }

        return joined;
    }
}
