namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Compares two groups of runs that alternated: A B A B.</summary>
public static class RepeatComparison
{
    public const int MinRepeats = 2;

    /// <summary>Compares every figure that all runs have.</summary>
    /// <exception cref="ArgumentException">A side has fewer than two runs.</exception>
    public static IReadOnlyList<MetricComparison> FromRuns(
        IReadOnlyList<RunRecord> a, IReadOnlyList<RunRecord> b, ulong seed = Bootstrap.DefaultSeed)
    {
        var runs = new RunGroups(a, b);
        return
        [
            .. RunMetric.All
                .Where(metric => a.Concat(b).All(run => metric.Value(run) > 0))
                .Select(metric => Compare(metric, runs, seed)),
        ];
    }

    private static MetricComparison Compare(RunMetric metric, RunGroups runs, ulong seed)
    {
        double[] valuesA = [.. runs.A.Select(metric.Value)];
        double[] valuesB = [.. runs.B.Select(metric.Value)];
        var (boundA, boundB) = (runs.A.Any(metric.IsLowerBound), runs.B.Any(metric.IsLowerBound));
        return new MetricComparison(
            metric,
            Comparison.FromRepeats(valuesA, valuesB, metric.Better, seed)
                .WithLowerBounds(boundA, boundB)
                .WithFailures(metric.IsLatency && runs.FailsMoreInB),
            boundA ? null : MedianInterval.FromValues(valuesA),
            boundB ? null : MedianInterval.FromValues(valuesB));
    }
}
