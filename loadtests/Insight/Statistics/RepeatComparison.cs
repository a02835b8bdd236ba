using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Compares two groups of runs that were made in turn.</summary>
public static class RepeatComparison
{
    public const int LeastRepeats = 2;

    /// <summary>Every figure that all runs have.</summary>
    /// <exception cref="ArgumentException">There are fewer than two runs of one.</exception>
    public static IReadOnlyList<MetricComparison> FromRuns(
        IReadOnlyList<RunRecord> a, IReadOnlyList<RunRecord> b, ulong seed = Bootstrap.DefaultSeed) =>
        [
            .. RunMetric.All
                .Where(metric => a.Concat(b).All(run => metric.Value(run) > 0))
                .Select(metric => Compare(metric, a, b, seed)),
        ];

    private static MetricComparison Compare(RunMetric metric, IReadOnlyList<RunRecord> a, IReadOnlyList<RunRecord> b, ulong seed)
    {
        double[] valuesA = [.. a.Select(metric.Value)];
        double[] valuesB = [.. b.Select(metric.Value)];
        var (boundA, boundB) = (a.Any(metric.IsLowerBound), b.Any(metric.IsLowerBound));
        return new MetricComparison(
            metric,
            Comparison.FromRepeats(valuesA, valuesB, metric.Better, seed).WithLowerBounds(boundA, boundB),
            boundA ? null : MedianInterval.FromValues(valuesA),
            boundB ? null : MedianInterval.FromValues(valuesB));
    }
}

/// <summary>One figure of two runs, or of two groups of runs.</summary>
/// <param name="IntervalA">Of A's median; null for a single run, and where a run of A has a lower bound.</param>
public sealed record MetricComparison(
    RunMetric Metric, Comparison Comparison, MedianInterval? IntervalA, MedianInterval? IntervalB);
