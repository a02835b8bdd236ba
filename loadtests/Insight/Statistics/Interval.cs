namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A confidence interval, in the unit of its value.</summary>
public readonly record struct Interval(double Low, double High)
{
    public bool Contains(double value) => Low <= value && value <= High;
}
