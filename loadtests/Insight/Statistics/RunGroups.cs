using MathNet.Numerics.Statistics;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>The runs of both sides.</summary>
public sealed record RunGroups(IReadOnlyList<RunRecord> A, IReadOnlyList<RunRecord> B)
{
    /// <summary>
    /// Whether a request of B fails more often than one of A; the chance of a false alarm is
    /// <see cref="Comparison.FalseAlarmChance"/>. Failures of a run are not independent: repeats are compared by the shares of
    /// failures in their runs. Two single runs show no variation: the number of failures in B has a binomial distribution.
    /// </summary>
    public bool FailsMoreInB { get; } = FailsMore(A, B);

    /// <summary>Warnings about the runs that limit the validity of the comparison.</summary>
    public IEnumerable<string> Notes()
    {
        var empty = A.Concat(B).Count(run => run.Load.Successful == 0);
        string?[] notes =
        [
            Failures("A", A),
            Failures("B", B),
            FailsMoreInB ? "Requests of B fail more often than those of A: no latency of B counts as better." : null,
            empty == 0 ? null : FormattableString.Invariant(
                $"{empty} of {A.Count + B.Count} runs had no successful request: latency and throughput cannot be compared."),
            Unlike([.. A.Concat(B).Select(run => run.Manifest)]),
            UnlikeLatency([.. A, .. B]),
            A.Count > 1 && B.Count > 1 && A.Concat(B).All(HasStart) && (IsBefore(A, B) || IsBefore(B, A))
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

    /// <summary>A warning if the latencies of runs do not count from the same moment; otherwise null.</summary>
    public static string? UnlikeLatency(IReadOnlyList<RunRecord> runs)
    {
        var starts = runs.DistinctBy(run => run.LatencyFrom)
            .Select(run => $"from {run.LatencyFrom} in runs of {run.Manifest.Engine}").ToList();
        return starts.Count == 1 ? null
            : $"Latency is not defined alike: it counts {string.Join(", ", starts)}. "
                + "A difference between them is not one of the system.";
    }

    private static bool FailsMore(IReadOnlyList<RunRecord> a, IReadOnlyList<RunRecord> b)
    {
        var ((failedA, sentA), (failedB, sentB)) = (Failures(a), Failures(b));
        var chance = failedB == 0 || sentB == 0 ? 1
            : a.Count + b.Count > 2 ? ChanceOfShares(a, b, (double)(failedA + failedB) / (sentA + sentB))
            : 1 - Binomial.CDF((double)sentB / (sentA + sentB), (int)(failedA + failedB), failedB - 1);
        return chance <= Comparison.FalseAlarmChance;
    }

    /// <summary>
    /// By a t-test of the shares of failures of the runs. Few runs may be equal by chance: their variance is at least the one of
    /// independent requests.
    /// </summary>
    /// <param name="share">The share of failures of all requests of both sides.</param>
    private static double ChanceOfShares(IReadOnlyList<RunRecord> runsA, IReadOnlyList<RunRecord> runsB, double share)
    {
        double[] a = [.. runsA.Select(run => run.Load.FailedShare)], b = [.. runsB.Select(run => run.Load.FailedShare)];
        var degrees = a.Length + b.Length - 2;
        var squares = a.Sum(each => Square(each - a.Average())) + b.Sum(each => Square(each - b.Average()));
        var independent = share * (1 - share) / runsA.Concat(runsB).Average(run => run.Load.Sent);
        var error = Math.Sqrt(Math.Max(squares / degrees, independent) * ((1.0 / a.Length) + (1.0 / b.Length)));
        var difference = b.Average() - a.Average();
        return difference > 0 ? TTest.PValue(difference / error, degrees) / 2 : 1;

        static double Square(double value) => value * value;
    }

    /// <summary>Imported totals have the time of their import.</summary>
    private static bool HasStart(RunRecord run) => run.Manifest.Import is null || run.Load.Seconds.Count > 0;

    private static bool IsBefore(IReadOnlyList<RunRecord> first, IReadOnlyList<RunRecord> second) =>
        first.Max(run => run.Manifest.StartedAt) < second.Min(run => run.Manifest.StartedAt);

    private static (long Failed, long Sent) Failures(IReadOnlyList<RunRecord> runs) =>
        (runs.Sum(run => run.Load.NotSuccessful), runs.Sum(run => run.Load.Sent));

    private static string? Failures(string name, IReadOnlyList<RunRecord> runs)
    {
        var (failed, sent) = Failures(runs);
        return failed == 0
            ? null
            : FormattableString.Invariant(
                $"{name}: {failed:#,0} of {sent:#,0} requests failed or were not answered; they count in the latencies.")
                + (runs.Any(run => run.Load.Successes is not null)
                    ? $" Of successes alone: p95 {MedianText(each => each.P95Ms)}, p99 {MedianText(each => each.P99Ms)}."
                    : "");

        string MedianText(Func<LatencySummary, double?> figure)
        {
            var known = runs.Select(run => figure(run.Load.Successes ?? run.Load.Latency)).OfType<double>().ToList();
            return known.Count > 0 ? Milliseconds(known.Median()) : None;
        }
    }
}
