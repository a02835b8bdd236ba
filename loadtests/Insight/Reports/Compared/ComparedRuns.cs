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

    /// <summary>“highest: baseline with 48 ms; lowest: owner-key with 12 ms.” Runs without the figure are skipped.</summary>
    public string Extremes(Func<ReportRun, double?> value, string unit, string most = "highest", string least = "lowest")
    {
        var ordered = Each((run, _, name) => (Name: name, Value: value(run)))
            .Where(each => each.Value is not null)
            .OrderByDescending(each => each.Value)
            .ToList();
        return ordered is [] ? "not measured."
            : ordered[0].Value == ordered[^1].Value ? $"the same in all: {Short(ordered[0].Value)}{unit}."
            : $"{most}: {ordered[0].Name} with {Short(ordered[0].Value)}{unit}; {least}: {ordered[^1].Name} with "
                + $"{Short(ordered[^1].Value)}{unit}.";
    }
}
