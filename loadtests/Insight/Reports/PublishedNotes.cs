namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>Notes on published figures that are not directly comparable with the measured ones.</summary>
internal sealed class PublishedNotes(IReadOnlyList<RunRecord> runs)
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
            + Outside(published));
    }

    /// <summary>For the mean latency of clients, which the study did not publish.</summary>
    public int? Latency(RunRecord run) => run.Manifest.Published?.Raw is null ? null : Number(
        "The published latencies are of the service's own operation, those measured here of the clients, with their simulated "
        + "round trip.");

    /// <summary>For percentiles of the operation as its service measured it.</summary>
    public int? Operation(RunRecord run) => run.Operation is not { } operation ? null : Number(
        $"Server spans of {operation.Route} in its own service: "
        + $"{Range(runs.Select(each => each.Operation?.Sampled ?? 0.0), "calls")} of each test, a uniform sample that "
        + "includes failed calls. No model here reproduces medians as far below the means as in the study.");

    public int? Throttled(RunRecord run) => run.Manifest.Published is { Raw: { } raw } published
        && raw.ThrottledCalls != published.ThrottledCalls
        ? Number($"The article prints {Count(published.ThrottledCalls)} calls answered 429, the study's raw data "
            + $"{Count(raw.ThrottledCalls)}. Totals cover {PublishedFigures.Seconds:0} s.")
        : Totals(run);

    /// <summary>For CPU, which the study measured on other machines.</summary>
    public int? Cpu(RunRecord run) => Number(
        "CPU: the study measured its cluster, three nodes of two cores with three replicas of each service. Measured here: "
        + "the whole machine, including database and load generator.");

    /// <summary>For the difference between a figure and the published one.</summary>
    public int? Difference(RunRecord run) => run.Manifest.Published is null
        ? null
        : Number($"Each difference rests on {VerdictBasis.Describe(runs: 1)}, here and in the study.");

    /// <summary>For totals, which depend on the measured time.</summary>
    public int? Totals(RunRecord run)
    {
        var durations = runs.Select(each => each.Load.DurationSeconds);
        return run.Manifest.Published is null
            || durations.All(seconds => Math.Abs(seconds - PublishedFigures.Seconds) < PublishedFigures.Seconds * 0.02)
            ? null
            : Number(
                $"Totals: the published ones cover {PublishedFigures.Seconds:0} s, those measured here {Range(durations, "s")}.");
    }

    /// <summary>For calls per operation, which the study counted differently.</summary>
    public int? Calls(RunRecord run) =>
        run.Manifest.Published is null ? null : Number("The study counted calls, query-plan requests and retries together.");

    private static string Outside(PublishedFigures published) => published.Raw is not { } raw
        ? ""
        : $" In the study a user spent {Short(raw.OutsideOperationMs(published.MeanMs) / 1000)} s outside the operation in this "
            + "test"
            + (raw.DirectMode ? ", which used Direct mode and ran on another day than the others." : ".");

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
