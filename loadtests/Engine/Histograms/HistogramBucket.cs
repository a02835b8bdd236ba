namespace DroneDelivery.LoadTests.Engine.Histograms;

/// <summary>
/// The values counted from <paramref name="From"/> (included) to <paramref name="To"/> (excluded), in microseconds.
/// </summary>
public readonly record struct HistogramBucket(long From, long To, long Count);
