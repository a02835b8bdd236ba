using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;

namespace DroneDelivery.LoadTests.NBomber.Simulations;

/// <summary>Consecutive seconds with the same number of users, or of arrivals in each. Its tests compile this file.</summary>
internal readonly record struct EqualSeconds(int Count, TimeSpan Duration)
{
    public static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    public static IReadOnlyList<EqualSeconds> FromSteps(IReadOnlyList<LoadStep> planned) => Join(UsersBySecond(planned));

    public static IReadOnlyList<EqualSeconds> FromSchedule(ArrivalSchedule schedule) => Join(ArrivalsBySecond(schedule));

    public static TimeSpan TotalDuration(IEnumerable<EqualSeconds> periods) =>
        TimeSpan.FromTicks(periods.Sum(period => period.Duration.Ticks));

    /// <summary>The users that are planned for the middle of each second.</summary>
    private static IEnumerable<int> UsersBySecond(IReadOnlyList<LoadStep> planned)
    {
        var duration = TimeSpan.FromTicks(planned.Sum(step => step.Duration.Ticks));
        for (var second = TimeSpan.Zero; second < duration; second += Second)
        {
            yield return UsersAt(second + (Second / 2), planned);
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

    private static IReadOnlyList<EqualSeconds> Join(IEnumerable<int> counts)
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
