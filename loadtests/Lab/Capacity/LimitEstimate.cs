namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>A rate in arrivals per second with its 95 % interval, or between two tried rates.</summary>
public sealed record LimitEstimate(double Rate, double Low, double High)
{
    /// <summary>
    /// Whether no curve could be fitted: <see cref="Low"/> and <see cref="High"/> are then tried rates on both sides of the
    /// limit, and no interval with a known coverage.
    /// </summary>
    public bool IsBracket { get; init; }

    /// <summary>What the estimate rests on: one search.</summary>
    [JsonIgnore]
    public string Basis => VerdictBasis.Describe(
        runs: 1, IsBracket ? null : $"95 % interval {FigureText.Short(Low)} to {FigureText.Short(High)}");

    /// <summary>Half of the interval's width as a share of the rate: 0.02 is plus or minus 2 %.</summary>
    public double Uncertainty => (High - Low) / 2 / Rate;

    /// <summary>
    /// The lowest uncertainty that a search reports, 1 %: the curve around the limit is not
    /// exactly a straight line, and a machine's speed varies.
    /// </summary>
    public const double MinUncertainty = 0.01;

    /// <summary>The interval is widened to include the rate and the lowest uncertainty.</summary>
    internal static LimitEstimate Between(double low, double rate, double high) => new(
        rate, Math.Min(Math.Min(low, rate), rate * (1 - MinUncertainty)),
        Math.Max(Math.Max(high, rate), rate * (1 + MinUncertainty)));
}
