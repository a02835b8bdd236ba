namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>How a search goes about it. Rates in arrivals per second.</summary>
public sealed record CapacityPlan
{
    /// <summary>The first rate tried.</summary>
    public double StartRate { get; init; } = 20;

    /// <summary>Never exceeded: a bound for the load generator and for the machine.</summary>
    public double MostRate { get; init; } = 20_000;

    public double LeastRate { get; init; } = 1;

    /// <summary>Bisecting ends when the lowest rate that is too high is at most so many times the highest that is not.</summary>
    public double Bracket { get; init; } = 1.1;

    /// <summary>Trials around the limit.</summary>
    public int Confirmations { get; init; } = 16;

    /// <summary>
    /// How far from the limit as known so far they are taken at least and at most, on either side: 0.01 is 1 %. The flatter the
    /// curve around the limit, the further.
    /// </summary>
    public double LeastSpread { get; init; } = 0.01;

    public double MostSpread { get; init; } = 0.1;

    /// <summary>Seconds of load before anything counts.</summary>
    public double WarmUpSeconds { get; init; } = 10;

    /// <summary>
    /// Seconds of load of a trial before its measured stretch. Near its limit a queue takes seconds to become as long as it
    /// stays: measured sooner, a trial misses too little.
    /// </summary>
    public double SettlingSeconds { get; init; } = 3;

    /// <summary>Measured seconds of a trial while the limit is looked for.</summary>
    public double SearchSeconds { get; init; } = 4;

    /// <summary>A slow trial of the search is made longer until it has so many arrivals.</summary>
    public int LeastArrivals { get; init; } = 300;

    /// <summary>Measured seconds of a confirming trial.</summary>
    public double ConfirmSeconds { get; init; } = 4;

    /// <summary>
    /// A slow confirming trial is made longer until it has so many arrivals: at the limit four of them miss.
    /// </summary>
    public int ConfirmArrivals { get; init; } = 400;

    /// <summary>No trial is made longer than that.</summary>
    public double MostSeconds { get; init; } = 30;
}

/// <summary>A trial to run next.</summary>
public readonly record struct PlannedTrial(TrialPurpose Purpose, double Rate, double Seconds);
