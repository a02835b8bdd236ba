using DroneDelivery.LoadTests.Insight.Figures;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>The runs of both sides.</summary>
public sealed record RunGroups(IReadOnlyList<RunRecord> A, IReadOnlyList<RunRecord> B)
{
    internal IEnumerable<string> Notes()
    {
        if (Failures("A", A) is { } ofA)
        {
            yield return ofA;
        }

        if (Failures("B", B) is { } ofB)
        {
            yield return ofB;
        }

        if (A.Concat(B).Count(run => run.Load.Successful == 0) is > 0 and var empty)
        {
            yield return FormattableString.Invariant(
                $"{empty} of {A.Count + B.Count} runs had no successful request: latency and throughput cannot be compared.");
        }

        if (A.Concat(B).Any(run => run.Manifest.DebugBuild))
        {
            yield return "A run is of a debug build: its figures are not to be quoted.";
        }

        if (A.Concat(B).Any(run => run.Manifest.Interrupted))
        {
            yield return "A run was interrupted: its figures cover the part that ran.";
        }

        foreach (var run in A.Concat(B))
        {
            var conditions = RunConditions.FromRecord(run);
            if (conditions.GeneratorLimit is { } limit)
            {
                yield return $"In a run the load generator was short of CPU. {limit}";
            }

            if (conditions.Disturbance is { } disturbance)
            {
                yield return $"In a run the machine was disturbed. {disturbance}";
            }
        }

        if (A.Concat(B).Select(run => (run.Manifest.Load, run.Manifest.Profile)).Distinct().Count() > 1)
        {
            yield return "The runs are not of the same load and profile.";
        }

        if (A.Concat(B).Select(run => run.Manifest.Engine).Distinct().Count() > 1)
        {
            yield return "The runs are not of the same load engine: latencies may count from other "
                + "moments, rates be of other times.";
        }

        if (!A.Concat(B).All(run => run.Manifest.Machine.IsSameMachine(A[0].Manifest.Machine)))
        {
            yield return "The runs are not of the same machine.";
        }

        foreach (var state in MachineStates("A", A).Concat(MachineStates("B", B)))
        {
            yield return state;
        }

        if (A.Count > 1 && B.Count > 1 && (IsBefore(A, B) || IsBefore(B, A)))
        {
            yield return "The runs were not made in turn: what changed on the machine meanwhile counts as a difference.";
        }
    }

    /// <summary>What the machine was found in before a run, where that may have spoiled it.</summary>
    private static IEnumerable<string> MachineStates(string name, IReadOnlyList<RunRecord> runs) =>
        from run in runs.Index()
        where run.Item.Manifest.Machine.Health is { MaySpoil: true }
        select FormattableString.Invariant($"{name}, run {run.Index + 1}: {run.Item.Manifest.Machine.Health!.Text}");

    private static bool IsBefore(IReadOnlyList<RunRecord> first, IReadOnlyList<RunRecord> second) =>
        first.Max(run => run.Manifest.StartedAt) < second.Min(run => run.Manifest.StartedAt);

    private static string? Failures(string name, IReadOnlyList<RunRecord> runs)
    {
        var (failed, sent) = (runs.Sum(run => run.Load.ClientErrors), runs.Sum(run => run.Load.Sent));
        return failed == 0
            ? null
            : FormattableString.Invariant(
                $"{name}: {failed:#,0} of {sent:#,0} requests failed; latencies are those of the others.");
    }
}
