using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>
/// How often runs of one and the same thing are taken for different. Of the runs, in the order in which they were made, many
/// stretches of neighbouring pairs are taken; at random one of each pair is called A and the other B.
/// </summary>
/// <param name="Comparisons">How many were made. They share runs, so their rate is
/// that of these runs, not of as many fresh ones.</param>
/// <param name="Alarms">By figure, in the order of a reader.</param>
/// <param name="AnyAlarm">Comparisons in which at least one figure raised an alarm.</param>
/// <param name="Variation">By figure, the coefficient of variation between the runs.</param>
public sealed record FalseAlarms(
    int Runs,
    int Pairs,
    int Comparisons,
    IReadOnlyDictionary<RunMetric, int> Alarms,
    int AnyAlarm,
    IReadOnlyDictionary<RunMetric, double> Variation)
{
    public const int DefaultPairs = 5;
    public const int DefaultComparisons = 200;
    public const int LeastRuns = 2 * RepeatComparison.LeastRepeats;

    /// <exception cref="ArgumentException">There are fewer than <see cref="LeastRuns"/> runs.</exception>
    public static FalseAlarms FromRuns(
        IReadOnlyList<RunRecord> runs, int comparisons = DefaultComparisons, ulong seed = Bootstrap.DefaultSeed)
    {
        if (runs.Count < LeastRuns)
        {
            throw new ArgumentException(
                $"A false-alarm rate needs at least {LeastRuns} runs; there are {runs.Count}.", nameof(runs));
        }

        var pairs = Math.Min(DefaultPairs, runs.Count / 2);
        var random = new SeededRandom(seed);
        var alarms = Enumerable.Range(0, comparisons)
            .Select(_ => Compare(runs, pairs, random).Where(IsAlarm).Select(figure => figure.Metric).ToList())
            .ToList();
        return new FalseAlarms(
            runs.Count,
            pairs,
            comparisons,
            RunMetric.All.ToDictionary(metric => metric, metric => alarms.Count(each => each.Contains(metric))),
            alarms.Count(each => each.Count > 0),
            RunMetric.All.ToDictionary(
                metric => metric, metric => Spread.CoefficientOfVariation([.. runs.Select(metric.Value)])));
    }

    private static bool IsAlarm(MetricComparison figure) =>
        figure.Comparison.Verdict is ComparisonVerdict.Better or ComparisonVerdict.Worse;

    private static IReadOnlyList<MetricComparison> Compare(IReadOnlyList<RunRecord> runs, int pairs, SeededRandom random)
    {
        var first = random.Next(runs.Count - (2 * pairs) + 1);
        var (a, b) = (new List<RunRecord>(), new List<RunRecord>());
        for (var run = first; run < first + (2 * pairs); run += 2)
        {
            var swapped = random.Next(2);
            a.Add(runs[run + swapped]);
            b.Add(runs[run + 1 - swapped]);
        }

        return RepeatComparison.FromRuns(a, b, random.NextUInt64());
    }
}
