namespace DroneDelivery.LoadTests.Insight.Reports.Compared;

/// <summary>Two to six runs drawn in the same charts, each with a short name for the labels of lines.</summary>
internal sealed class ComparedRuns
{
    public const int MinRuns = 2;
    public const int MaxRuns = Series.MaxLines;

    /// <exception cref="ArgumentException">There are fewer than two runs or more than six.</exception>
    public ComparedRuns(IReadOnlyList<ReportRun> runs)
    {
        if (runs.Count is < MinRuns or > MaxRuns)
        {
            throw new ArgumentException($"A comparison takes {MinRuns} to {MaxRuns} runs, not {runs.Count}.", nameof(runs));
        }

        Runs = runs;
        var scenarios = runs.Select(run => run.Record.Manifest.Scenario).ToList();
        Names = scenarios.Distinct().Count() == runs.Count
            ? scenarios
            : [.. scenarios.Select((scenario, index) => $"{(char)('A' + index)} {scenario}")];
    }

    public IReadOnlyList<ReportRun> Runs { get; }

    /// <summary>The scenario names if all differ, otherwise each with a letter before it.</summary>
    public IReadOnlyList<string> Names { get; }

    public IEnumerable<T> Each<T>(Func<ReportRun, int, string, T> make) =>
        Runs.Select((run, index) => make(run, index, Names[index]));

    /// <summary>“highest: baseline with 48 RU; lowest: owner-key with 12 RU.” Runs without the figure are skipped.</summary>
    public string Extremes(Func<ReportRun, double?> value, string unit, string most = "highest", string least = "lowest") =>
        ExtremeLatencies(run => new LatencyValue(value(run)), unit, most, least);

    /// <summary>
    /// As <see cref="Extremes"/>. If a figure is a lower bound or is not stated, the order of the runs is not known: “baseline
    /// 48 ms; owner-key at least 12 ms.” A figure that only one run has is in no order either.
    /// </summary>
    public string ExtremeLatencies(
        Func<ReportRun, LatencyValue> value, string unit, string most = "slowest", string least = "fastest")
    {
        var known = Each((run, _, name) => (Name: name, Value: value(run)))
            .Where(each => each.Value != LatencyValue.None)
            .ToList();
        if (known.Count == 1 || known.Any(each => each.Value.AtLeast || each.Value.NotStated is not null))
        {
            return $"{string.Join("; ", known.Select(each => $"{each.Name} {each.Value.ToText(Short, unit)}"))}.";
        }

        var ordered = known.OrderByDescending(each => each.Value.Milliseconds).ToList();
        return ordered is [] ? "not measured."
            : ordered[0].Value == ordered[^1].Value ? $"the same in all: {ordered[0].Value.ToText(Short, unit)}."
            : $"{most}: {ordered[0].Name} with {ordered[0].Value.ToText(Short, unit)}; {least}: {ordered[^1].Name} with "
                + $"{ordered[^1].Value.ToText(Short, unit)}.";
    }
}
