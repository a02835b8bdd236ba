namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>
/// How often the comparison finds a difference between runs of the same variant. Each comparison selects consecutive pairs of
/// neighbouring runs, in the order of their start, and labels one run of each pair A and the other B at random.
/// </summary>
/// <param name="Comparisons">Their number. They reuse the same runs, so the rate is valid for these runs only.</param>
/// <param name="Alarms">The number of false alarms of each figure, in the order of the table.</param>
/// <param name="AnyAlarm">Comparisons in which at least one figure raised a false alarm.</param>
/// <param name="Variation">The coefficient of variation between the runs, of each figure.</param>
public sealed record FalseAlarms(
    int Runs, int Pairs, int Comparisons, IReadOnlyDictionary<RunMetric, int> Alarms, int AnyAlarm,
    IReadOnlyDictionary<RunMetric, double> Variation)
{
    public const int MinRuns = 2 * RepeatComparison.MinRepeats;

    private const int MaxPairs = 5;
    private const int ComparisonCount = 200;

    /// <exception cref="ArgumentException">There are fewer than <see cref="MinRuns"/> runs.</exception>
    public static FalseAlarms FromRuns(IReadOnlyList<RunRecord> runs)
    {
        if (runs.Count < MinRuns)
        {
            throw new ArgumentException(
                $"A false-alarm rate needs at least {MinRuns} runs; there are {runs.Count}.", nameof(runs));
        }

        var pairs = Math.Min(MaxPairs, runs.Count / 2);
        var random = new SeededRandom(Bootstrap.DefaultSeed);
        var alarms = Enumerable.Range(0, ComparisonCount)
            .Select(_ => Compare(runs, pairs, random).Where(IsAlarm).Select(figure => figure.Metric).ToList())
            .ToList();
        return new FalseAlarms(
            runs.Count,
            pairs,
            ComparisonCount,
            RunMetric.All.ToDictionary(metric => metric, metric => alarms.Count(each => each.Contains(metric))),
            alarms.Count(each => each.Count > 0),
            RunMetric.All.ToDictionary(each => each, each => Spread.CoefficientOfVariation([.. runs.Select(each.Value)])));
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
