namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>One figure of two runs, or of two groups of runs.</summary>
/// <param name="IntervalA">Of A's median; null for a single run, or if a run of A has a lower bound.</param>
public sealed record MetricComparison(
    RunMetric Metric, Comparison Comparison, MedianInterval? IntervalA, MedianInterval? IntervalB);
