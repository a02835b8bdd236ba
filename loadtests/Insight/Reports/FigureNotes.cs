namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>Notes on published figures that are not directly comparable with the measured ones.</summary>
internal sealed class FigureNotes(IReadOnlyList<RunRecord> runs)
{
    /// <summary>A published throughput that needs less than this share of the think time counts as not reachable.</summary>
    private const double NeededShareOfThinkTime = 0.8;

    private readonly List<string> _texts = [];

    public IReadOnlyList<string> Texts => _texts;

    /// <summary>For a published throughput that the users of this run cannot reach even with fast answers.</summary>
    public int? Throughput(RunRecord run)
    {
        if (run.Manifest.Published is not { } published || run.Load.ThinkTimeMs is not { } think || run.Load.Successful == 0)
        {
            return null;
        }

        var users = LittlesLaw.MeanUsers(run.Load);
        var needed = LittlesLaw.ThinkTimeMs(users, published.RequestsPerSecond, published.MeanMs);
        if (needed >= think * NeededShareOfThinkTime)
        {
            return null;
        }

        var possible = LittlesLaw.RequestsPerSecond(users, run.Load.Latency.MeanMs, think);
        return Number(
            $"{Short(published.RequestsPerSecond)} req/s is not reachable with this think time, which is the same in all tests. "
            + $"Little's law: {Short(users)} users on average / ({Short(run.Load.Latency.Mean)} ms latency measured here "
            + $"+ {Short(think)} ms think time) = {Short(possible)} req/s. "
            + (needed > 0
                ? $"The published figure needs a think time of {Milliseconds(needed)}."
                : "No think time allows the published figure.")
            + (NoteOf(run, PublishedNote.Throughput) is { } further ? $" {further}" : ""));
    }

    /// <summary>The lab's own note on a published figure.</summary>
    public Func<RunRecord, int?> For(PublishedNote figure) => run => NoteOf(run, figure) is { } text ? Number(text) : null;

    /// <summary>For percentiles of the operation as its service measured it.</summary>
    public int? Operation(RunRecord run) => run.Operation is not { } operation ? null : Number(
        $"Server spans of {operation.Route} in its own service: "
        + $"{Range(runs.Select(each => each.Operation?.Sampled ?? 0.0), "calls")} of each test, a uniform sample that "
        + $"includes failed calls. {NoteOf(run, PublishedNote.Percentiles)}".TrimEnd());

    public int? Throttled(RunRecord run) => For(PublishedNote.ThrottledCalls)(run) ?? Totals(run);

    /// <summary>For the difference between a figure and the published one.</summary>
    public int? Difference(RunRecord run) => run.Manifest.Published is null
        ? null
        : Number($"Each difference rests on {VerdictBasis.Describe(runs: 1)}, here and in the study.");

    /// <summary>For totals, which depend on the measured time.</summary>
    public int? Totals(RunRecord run) => run.Manifest.Published?.Seconds is not { } published
        || runs.All(each => Math.Abs(each.Load.DurationSeconds - published) < published * 0.02)
        ? null
        : Number(
            $"Totals: the published ones cover {published:0} s, those measured here "
            + $"{Range(runs.Select(each => each.Load.DurationSeconds), "s")}.");

    private static string? NoteOf(RunRecord run, PublishedNote figure) => run.Manifest.Published?.Notes.GetValueOrDefault(figure);

    private static string Range(IEnumerable<double> values, string unit)
    {
        var (min, max) = (Short(values.Min()), Short(values.Max()));
        return min == max ? $"{min} {unit}" : $"{min} to {max} {unit}";
    }

    private int Number(string text)
    {
        if (!_texts.Contains(text))
        {
            _texts.Add(text);
        }

        return _texts.IndexOf(text) + 1;
    }
}
