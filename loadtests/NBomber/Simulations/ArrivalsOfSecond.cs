using DroneDelivery.LoadTests.Engine.Arrivals;

namespace DroneDelivery.LoadTests.NBomber.Simulations;

/// <summary>So many arrivals in each of so many seconds.</summary>
internal readonly record struct ArrivalsOfSecond(int Arrivals, int Seconds)
{
    /// <summary>
    /// The arrivals of each second, counted: NBomber places those of a second at random within it. Its own ramp would not reach
    /// its target.
    /// </summary>
    public static IReadOnlyList<ArrivalsOfSecond> Of(ArrivalSchedule schedule)
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
