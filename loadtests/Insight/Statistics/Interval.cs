namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A range that is meant to hold a true value, in the unit of that value.</summary>
public readonly record struct Interval(double Low, double High)
{
    public bool Contains(double value) => Low <= value && value <= High;
}
