using DroneDelivery.LoadTests.Lab.Http.ScenarioFiles;

namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>Runs the two variants of a scenario file in turn: A in the folder <c>a</c>, B in <c>b</c>.</summary>
internal sealed class ScenarioComparison
{
    private readonly ScenarioFile _file;

    /// <exception cref="FormatException">The file has no two variants, or one is invalid; the message is one line.</exception>
    public ScenarioComparison(string path)
    {
        _file = ScenarioFile.Read(path);
        if (_file.VariantNames is not [var a, var b])
        {
            throw new FormatException($"{path}: $.variants: compare needs two variants to run.");
        }

        (NameA, NameB) = (a, b);
        Array.ForEach(Enum.GetValues<Side>(), side => _ = Plan(side, seed: null));
    }

    public string NameA { get; }

    public string NameB { get; }

    public Task<TurnedRuns> RunAsync(
        int repeats, string command, LabSession lab, TimeProvider time, CancellationToken cancellationToken) =>
        TurnedRuns.RunAsync(repeats, (turn, token) => RunAsync(turn, repeats, command, lab, time, token), cancellationToken);

    /// <summary>The load has the same seed in both runs of a pair, and a different one in each repeat.</summary>
    private async Task<RunFolder> RunAsync(
        Turn turn, int repeats, string command, LabSession lab, TimeProvider time, CancellationToken cancellationToken)
    {
        var plan = Plan(turn.Side, seed: null);
        plan = Plan(turn.Side, plan.Shape.Seed + (ulong)turn.Repeat - 1);
        lab.Say($"{turn.Side} {turn.Repeat} of {repeats}: {(turn.Side == Side.A ? NameA : NameB)}");
        var run = new HttpLoadRun(plan, (_, load) => load, lab.Say, time);
        var (report, folder) = await run.RunAsync(Path.Combine(lab.Folder, turn.Folder), command, cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        lab.Say(
            $"{turn.Side} {turn.Repeat} of {repeats}: {report.RequestsPerSecond:0.0} req/s, mean "
            + $"{report.LatencyMs.Mean.ToText(ms => $"{ms:0.##}")} ms, p99 {report.LatencyMs.P99.ToText(ms => $"{ms:0.##}")} ms");
        return report.Completed > 0 ? folder! : throw new LabException(
            $"No request of {turn.Side} succeeded ({string.Join(", ", report.Errors.Keys)}): {report.Url}.");
    }

    private HttpPlan Plan(Side side, ulong? seed) =>
        HttpOptions.ReadFile(_file, (int)side, seed is { } number ? ["--seed", $"{number}"] : []);
}
