namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>The settings of a search. Rates are in arrivals per second.</summary>
public sealed record CapacityPlan
{
    /// <summary>The first rate tried.</summary>
    public double StartRate { get; init; } = 20;

    /// <summary>The highest rate tried: a bound for the load generator and for the machine.</summary>
    public double MaxRate { get; init; } = 20_000;

    public double MinRate { get; init; } = 1;

    /// <summary>The smallest difference between two rates, where they are numbers of users: bisecting goes no further.</summary>
    public double MinStep { get; init; }

    /// <summary>The number of trials around the limit.</summary>
    public int RefiningTrials { get; init; } = 16;

    /// <summary>Seconds of load before the first trial.</summary>
    public double WarmUpSeconds { get; init; } = 10;

    /// <summary>Seconds of load in a trial before its measured interval, unless a queue has to settle.</summary>
    public double SettlingSeconds { get; init; } = 3;

    /// <summary>Measured seconds of a doubling or bisecting trial.</summary>
    public double SearchSeconds { get; init; } = 4;

    /// <summary>A doubling or bisecting trial at a low rate is extended until it has this many arrivals.</summary>
    public int MinArrivals { get; init; } = 300;

    /// <summary>
    /// Seconds of load before the measured interval of a trial around the limit by latency. A queue takes seconds to reach its
    /// final length, that of a physical partition without request units tens of seconds; measured earlier, too few misses count.
    /// </summary>
    public double QueueSettlingSeconds { get; init; } = 12;

    /// <summary>Measured seconds of a refining trial.</summary>
    public double RefineSeconds { get; init; } = 4;

    /// <summary>The longest duration to which a trial is extended, in seconds.</summary>
    public double MaxSeconds { get; init; } = 30;
}

/// <summary>The next trial to run.</summary>
/// <param name="Seconds">The measured interval.</param>
/// <param name="SettlingSeconds">The load before it.</param>
public readonly record struct PlannedTrial(TrialPurpose Purpose, double Rate, double Seconds, double SettlingSeconds);

/// <summary>The settings of a run of the capacity lab.</summary>
/// <param name="Resources">The goal for resources; null for latency only.</param>
/// <param name="Searches">The number of searches for each variant.</param>
/// <param name="Confirmation">The duration of a final trial at each end of the interval; zero for none.</param>
/// <param name="Command">The command line that repeats the run.</param>
internal sealed record CapacityRequest(
    LatencyGoal Latency, ResourceGoal? Resources, IReadOnlyList<LoadVariant> Variants, int Searches, TimeSpan Confirmation,
    CapacityPlan Plan, string Command);
