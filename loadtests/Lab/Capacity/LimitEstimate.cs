namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>A rate in arrivals per second with its 95 % interval.</summary>
public sealed record LimitEstimate(double Rate, double Low, double High)
{
    /// <summary>Half of the interval as a share of the rate: 0.02 is give or take 2 %.</summary>
    public double Uncertainty => (High - Low) / 2 / Rate;

    /// <summary>
    /// A search is not believed to be better than this, 1 %: the curve around the limit is no
    /// straight line, and a machine is never quite the same.
    /// </summary>
    public const double LeastUncertainty = 0.01;

    internal static LimitEstimate Between(double low, double rate, double high) =>
        new LimitEstimate(rate, low, high).Widened(rate, rate);

    /// <summary>As wide as it is, or as the least, or as these ends.</summary>
    internal LimitEstimate Widened(double low, double high) => this with
    {
        Low = Math.Min(Math.Min(Low, low), Rate * (1 - LeastUncertainty)),
        High = Math.Max(Math.Max(High, high), Rate * (1 + LeastUncertainty)),
    };

    public bool Covers(double rate) => rate >= Low && rate <= High;
}
