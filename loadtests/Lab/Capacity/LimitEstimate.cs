namespace DroneDelivery.LoadTests.Lab.Capacity;

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

    internal static LimitEstimate Between(double low, double rate, double high) =>
        new LimitEstimate(rate, low, high).Widened(rate, rate);

    /// <summary>Widened to include both ends and the lowest uncertainty.</summary>
    internal LimitEstimate Widened(double low, double high) => this with
    {
        Low = Math.Min(Math.Min(Low, low), Rate * (1 - MinUncertainty)),
        High = Math.Max(Math.Max(High, high), Rate * (1 + MinUncertainty)),
    };

    public bool Covers(double rate) => rate >= Low && rate <= High;
}
