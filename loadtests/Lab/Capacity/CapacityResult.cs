namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>The result of a search.</summary>
/// <param name="HighestMet">The highest rate tried that met the goal; null if none did.</param>
/// <param name="LowestMissed">The lowest rate tried above <paramref name="HighestMet"/>
/// that did not meet the goal; null if there is none.</param>
/// <param name="Limit">The estimated highest rate that meets the goal, with its interval; null if there is no estimate.</param>
public sealed record CapacityResult(
    CapacityGoal Goal, IReadOnlyList<CapacityTrial> Trials, double? HighestMet, double? LowestMissed, LimitEstimate? Limit)
{
    /// <summary>The estimated limit, otherwise the highest rate tried that met the goal.</summary>
    public double? Rate => Limit?.Rate ?? HighestMet;

    /// <summary>Why the load generator may have been the limit, in a trial up to the found limit; null if it was not.</summary>
    public string? GeneratorLimit => Trials
        .FirstOrDefault(trial => trial.GeneratorLimit is not null && (Rate is not { } rate || trial.OfferedRate <= rate * 1.05))
        ?.GeneratorLimit;
}

/// <summary>A rate in arrivals per second with its 95 % interval.</summary>
public sealed record LimitEstimate(double Rate, double Low, double High)
{
    /// <summary>Half of the interval's width as a share of the rate: 0.02 is plus or minus 2 %.</summary>
    public double Uncertainty => (High - Low) / 2 / Rate;

    /// <summary>
    /// The lowest uncertainty that a search reports, 1 %: the curve around the limit is not
    /// exactly a straight line, and a machine's speed varies.
    /// </summary>
    public const double MinUncertainty = 0.01;

    /// <summary>The interval is widened to include the rate and the lowest uncertainty.</summary>
    internal static LimitEstimate Between(double low, double rate, double high) => new(
        rate,
        Math.Min(Math.Min(low, rate), rate * (1 - MinUncertainty)),
        Math.Max(Math.Max(high, rate), rate * (1 + MinUncertainty)));

    public bool Covers(double rate) => rate >= Low && rate <= High;
}
