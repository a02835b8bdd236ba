namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>The runs of both sides.</summary>
public sealed record RunGroups(IReadOnlyList<RunRecord> A, IReadOnlyList<RunRecord> B)
{
    /// <summary>Warnings about the runs that limit the validity of the comparison.</summary>
    public IEnumerable<string> Notes()
    {
        var empty = A.Concat(B).Count(run => run.Load.Successful == 0);
        string?[] notes =
        [
            Failures("A", A),
            Failures("B", B),
            empty == 0 ? null : FormattableString.Invariant(
                $"{empty} of {A.Count + B.Count} runs had no successful request: latency and throughput cannot be compared."),
            Unlike([.. A.Concat(B).Select(run => run.Manifest)]),
            A.Count > 1 && B.Count > 1 && (IsBefore(A, B) || IsBefore(B, A))
                ? "The runs did not alternate: a change of the machine between them counts as a difference."
                : null,
        ];
        return notes.OfType<string>();
    }

    /// <summary>A warning if the runs differ in load, simulated latencies, machine or engine; otherwise null.</summary>
    /// <param name="runs">At least one.</param>
    public static string? Unlike(IReadOnlyList<RunManifest> runs)
    {
        (string What, bool Differs)[] compared =
        [
            ("load", runs.DistinctBy(run => run.Load).Count() > 1),
            ("simulated latencies", runs.DistinctBy(run => run.Profile).Count() > 1),
            ("machine", !runs.All(run => run.Machine.IsSameMachine(runs[0].Machine))),
            ("load engine, which may count latencies from other moments", runs.DistinctBy(run => run.Engine).Count() > 1),
        ];
        var unlike = string.Join(" and ", compared.Where(each => each.Differs).Select(each => each.What));
        return unlike.Length == 0 ? null : $"The runs are not of the same {unlike}.";
    }

    private static bool IsBefore(IReadOnlyList<RunRecord> first, IReadOnlyList<RunRecord> second) =>
        first.Max(run => run.Manifest.StartedAt) < second.Min(run => run.Manifest.StartedAt);

    private static string? Failures(string name, IReadOnlyList<RunRecord> runs)
    {
        var (failed, sent) = (runs.Sum(run => run.Load.NotSuccessful), runs.Sum(run => run.Load.Sent));
        return failed == 0
            ? null
            : FormattableString.Invariant(
                $"{name}: {failed:#,0} of {sent:#,0} requests failed or were not answered; they count in the latencies.");
    }
}
