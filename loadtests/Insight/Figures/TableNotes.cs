using DroneDelivery.LoadTests.Insight.Runs;
using static DroneDelivery.LoadTests.Insight.Figures.FigureText;

namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>What must be said beside a published figure so that nobody compares it with the wrong thing.</summary>
internal sealed class TableNotes(IReadOnlyList<RunRecord> runs)
{
    private const double PublishedSeconds = 480;

    /// <summary>A published throughput that needs less than this share of the run's think time is called out of reach.</summary>
    private const double NeededShareOfThinkTime = 0.8;

    private readonly List<string> _texts = [];

    public IReadOnlyList<string> Texts => _texts;

    /// <summary>For a published throughput that the users of this run cannot make, however fast the answers.</summary>
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
            $"{Short(published.RequestsPerSecond)} req/s cannot be had with this think time, which is the same in all tests. "
            + $"Little's law: {Short(users)} users on average / ({Short(run.Load.Latency.MeanMs)} ms latency measured here "
            + $"+ {Short(think)} ms think time) = {Short(possible)} req/s. "
            + NeededThinkTime(needed));
    }

    /// <summary>For how far a figure is from the published one.</summary>
    public int? Difference(RunRecord run) => run.Manifest.Published is null
        ? null
        : Number($"Each difference rests on {VerdictBasis.Describe(runs: 1)}, here and in the study.");

    /// <summary>For totals, which grow with the time measured.</summary>
    public int? Totals(RunRecord run)
    {
        var durations = runs.Select(each => each.Load.DurationSeconds).ToList();
        return run.Manifest.Published is null || durations.All(IsAsPublished)
            ? null
            : Number($"Totals: the published ones are of {PublishedSeconds:0} s, those measured here of {Range(durations)}.");
    }

    /// <summary>For calls per operation, which the study counted in another way.</summary>
    public int? Calls(RunRecord run) =>
        run.Manifest.Published is null ? null : Number("The study counted calls, query-plan requests and retries together.");

    private static string NeededThinkTime(double ms) =>
        ms > 0
            ? $"The published figure needs a think time of {Milliseconds(ms)}."
            : "No think time allows the published figure.";

    private static bool IsAsPublished(double seconds) => Math.Abs(seconds - PublishedSeconds) < PublishedSeconds * 0.02;

    private static string Range(List<double> seconds)
    {
        var (least, most) = (Short(seconds.Min()), Short(seconds.Max()));
        return least == most ? $"{least} s" : $"{least} to {most} s";
    }

    private int Number(string text)
    {
        var index = _texts.IndexOf(text);
        if (index >= 0)
        {
            return index + 1;
        }

        _texts.Add(text);
        return _texts.Count;
    }
}
