namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>One figure of two runs, or of two groups of runs.</summary>
/// <param name="IntervalA">The 95 % bootstrap interval of A's median; null for a single run.</param>
public sealed record MetricComparison(RunMetric Metric, Comparison Comparison, Interval? IntervalA, Interval? IntervalB);
