using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.LoadTests.Lab.Comparisons;

/// <summary>Runs both variants and compares them. If it is stopped, it compares the finished runs.</summary>
internal sealed class ComparisonRun(LabSettings settings, ComparisonJudge judge, TimeProvider time)
{
    /// <returns>Null if Ctrl+C stopped it before there were enough runs to compare.</returns>
    /// <exception cref="LabException">A run failed before there were enough runs to compare.</exception>
    public async Task<Study?> RunAsync(Variant a, Variant b, int repeats, LabSession lab, CancellationToken cancellationToken)
    {
        await using var live = await RunWatch.StartIfAskedAsync(settings.LivePort, lab.Progress, time, cancellationToken);
        var session = new ComparisonSession(live is null ? settings : settings with { Watch = live.Show }, lab.Progress, time);
        var runs = await session.RunAsync(a, b, repeats, cancellationToken);
        if (runs.A.Count < repeats)
        {
            lab.Say($"Ended after {runs.A.Count} of {repeats} pairs.");
        }

        var enough = runs.A.Count >= judge.MinRuns;
        return await LabSession.StudyAsync(
            new SuiteOutcome(enough ? [.. runs.A, .. runs.B] : [], runs.Failure),
            (_, token) => judge.StudyAsync(a.Name, runs.A, b.Name, runs.B, token),
            cancellationToken);
    }
}
