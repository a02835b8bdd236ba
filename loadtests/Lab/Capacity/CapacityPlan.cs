using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>The settings of a search. Rates are in arrivals per second.</summary>
public sealed record CapacityPlan
{
    /// <summary>The first rate tried.</summary>
    public double StartRate { get; init; } = 20;

    /// <summary>The highest rate tried: a bound for the load generator and for the machine.</summary>
    public double MaxRate { get; init; } = 20_000;

    public double MinRate { get; init; } = 1;

    /// <summary>Bisecting ends when the lowest rate that is too high is at most this times the highest that is not.</summary>
    public double Bracket { get; init; } = 1.1;

    /// <summary>The number of trials around the limit.</summary>
    public int Confirmations { get; init; } = 16;

    /// <summary>
    /// The minimum and maximum distance of these trials from the current estimate of the limit, on either side: 0.01 is 1 %. The
    /// distance is larger if the curve is flatter around the limit.
    /// </summary>
    public double MinSpread { get; init; } = 0.01;

    public double MaxSpread { get; init; } = 0.1;

    /// <summary>Seconds of load before the first trial.</summary>
    public double WarmUpSeconds { get; init; } = 10;

    /// <summary>Seconds of load in a trial before its measured interval, unless a queue has to settle.</summary>
    public double SettlingSeconds { get; init; } = 3;

    /// <summary>Measured seconds of a doubling or bisecting trial.</summary>
    public double SearchSeconds { get; init; } = 4;

    /// <summary>A doubling or bisecting trial at a low rate is extended until it has this many arrivals.</summary>
    public int MinArrivals { get; init; } = 300;

    /// <summary>
    /// The same of a trial around the limit by latency. There a queue takes seconds to reach its final length, and that of a
    /// physical partition without request units takes tens of seconds: a trial that is measured earlier counts too few misses.
    /// </summary>
    public double QueueSettlingSeconds { get; init; } = 12;

    /// <summary>Measured seconds of a confirming trial.</summary>
    public double ConfirmSeconds { get; init; } = 4;

    /// <summary>
    /// A confirming trial at a low rate is extended until it has this many arrivals; at the limit four of them miss.
    /// </summary>
    public int ConfirmArrivals { get; init; } = 400;

    /// <summary>The longest duration to which a trial is extended, in seconds.</summary>
    public double MaxSeconds { get; init; } = 30;
}

/// <summary>The next trial to run.</summary>
/// <param name="Seconds">The measured interval.</param>
/// <param name="SettlingSeconds">The load before it.</param>
public readonly record struct PlannedTrial(TrialPurpose Purpose, double Rate, double Seconds, double SettlingSeconds);

/// <summary>The settings of a run of the capacity lab.</summary>
/// <param name="Cpu">The CPU goal; null for latency only.</param>
/// <param name="Searches">The number of searches for each variant.</param>
/// <param name="Confirmation">The duration of a final trial at each end of the interval; zero for none.</param>
/// <param name="Command">The command line that repeats the run.</param>
internal sealed record CapacityRequest(
    LatencyGoal Latency,
    CpuGoal? Cpu,
    IReadOnlyList<LoadVariant> Variants,
    int Searches,
    TimeSpan Confirmation,
    CapacityPlan Plan,
    string Command);
