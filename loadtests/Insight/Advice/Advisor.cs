using DroneDelivery.LoadTests.Insight.Advice.Causes;

namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>Finds the causes that limit a run. Each cause is found from its own evidence, independently of the others.</summary>
public static class Advisor
{
    // Each cause with the data that it is found from.
    private static readonly IReadOnlyList<Check> Checks =
    [
        new(Cause.LoadGenerator, LoadGenerator.Find, Need.Lateness),
        new(Cause.RequestUnits, RequestUnitsExhausted.Find, Need.RequestUnits),
        new(Cause.HotPartition, HotPartition.Find, Need.UsedPartitions),
        new(Cause.ConnectionPool, ConnectionPool.Find, Need.Connections),
        new(Cause.ConcurrencyLimit, ConcurrencyLimit.Find),
        new(Cause.ThreadStarvation, ThreadStarvation.Find, Need.Traces, Need.AnyMetric(Metric.PoolQueue)),
        new(Cause.SerialFanOut, SerialFanOut.Find, Need.Partitions),
        new(Cause.CallPerRow, CallPerRow.Find, Need.Traces),
        new(Cause.AvoidableFanOut, AvoidableFanOut.Find, Need.Partitions),
        new(Cause.SlowPartition, SlowPartition.Find, Need.Partitions),
        new(Cause.Network, Network.Find, Need.TimedRequests),
        new(Cause.GarbageCollection, GarbageCollection.Find, Need.Traces, Need.AnyMetric(Metric.GcPauses)),
        new(Cause.FailingBackend, FailingBackend.Find, Need.Traces),
        new(Cause.BusyProcess, BusyProcess.Find, Need.Cpu),
        new(Cause.LockContention, LockContention.Find, Need.Traces),
        new(Cause.SlowBackend, SlowBackend.Find, Need.Traces),
        new(Cause.SlowBackend, SlowBackend.FindDependency, Need.Traces),
    ];

    // With fewer traces a mean is a rough one.
    private const int EnoughTraces = 30;

    // More incomplete traces than those that the end of the load cuts off.
    private const double MinIncompleteShare = 0.05;

    // Causes that are not found from traces.
    private static readonly HashSet<Cause> CountedCauses =
        [Cause.LoadGenerator, Cause.RequestUnits, Cause.HotPartition, Cause.HotKey];

    // Causes that other programs on the machine can also produce by their load.
    private static readonly HashSet<Cause> DisturbedCauses =
    [
        Cause.BusyProcess, Cause.GarbageCollection, Cause.LoadGenerator, Cause.LockContention, Cause.Network, Cause.SlowBackend,
        Cause.ThreadStarvation,
    ];

    public static Diagnosis Explain(RunData data)
    {
        var run = new RunEvidence(data);
        var disturbance = RunConditions.FromRecord(run.Record).Disturbance;
        var doubt = disturbance is null ? null : "the machine was disturbed";
        var partial = run.Traces.MostAreIncomplete ? "most traces lack spans"
            : run.Requests.Count is > 0 and < EnoughTraces ? $"there are only {Counted(run.Requests.Count, "trace")}"
            : null;
        var found = Known(run)
            .Select(finding => DisturbedCauses.Contains(finding.Cause) ? finding.WithDoubt(doubt) : finding)
            .Select(finding => CountedCauses.Contains(finding.Cause) ? finding : finding.WithDoubt(partial))
            .ToList();
        if (UnknownCause.Find(run, found) is { } unknown)
        {
            found.Add(unknown);
        }

        return new Diagnosis(run.Record.Manifest, found, BoundsFinder.Find(run))
        {
            Notes = [.. Notes(run, disturbance)],
            Traces = run.Requests.Count,
            NotChecked = [.. Checks.SelectMany(check => check.Unchecked(run)).Distinct()],
        };
    }

    private static IEnumerable<Finding> Known(RunEvidence run) =>
        Checks.SelectMany(check => check.Find(run))
            .OfType<Finding>()
            .OrderBy(finding => finding.Urgency)
            .ThenByDescending(finding => finding.Share);

    private static IEnumerable<string> Notes(RunEvidence run, string? disturbance)
    {
        if (disturbance is not null)
        {
            yield return $"The machine was disturbed, so these findings are less certain. {disturbance}";
        }

        // A request without an answer at the end of the load is in the latency of the run, and is not among the kept requests.
        string[] left =
        [
            .. run.Unanswered > 0
                ? [$"{Count(run.Unanswered)} of {Count(run.UniformlyKept)} kept requests have no complete answer"]
                : Array.Empty<string>(),
            .. run.Load.Unanswered > 0
                ? [$"{Counted(run.Load.Unanswered, "request")} had no answer at the end of the load"]
                : Array.Empty<string>(),
        ];
        if (left.Length > 0)
        {
            yield return $"{string.Join(", and ", left)}: shares and predictions cover only the others.";
        }

        foreach (var note in TraceNotes(run))
        {
            yield return note;
        }
    }

    private static IEnumerable<string> TraceNotes(RunEvidence run)
    {
        if (run.Requests.Count > 0 && run.TracedShare < 1)
        {
            yield return $"Only {Counted(run.Requests.Count, "request")} ({Share(run.TracedShare)} of all) were traced. "
                + $"Shares of latency are computed from these; their mean latency is {Milliseconds(run.TracedLatencyMs)}.";
        }

        if (run.Traces.Incomplete > run.Traces.All * MinIncompleteShare)
        {
            yield return $"{Count(run.Traces.Incomplete)} of {Count(run.Traces.All)} traces lack spans between others"
                + (run.Traces.MostAreIncomplete ? ": the parts that are there are used." : " and are left out.");
        }

        foreach (var (service, ms) in run.Traces.SkewsMs)
        {
            yield return $"The clock of {service} differs from that of its callers by up to {Milliseconds(ms)}: its spans are "
                + "shifted by the smallest correction.";
        }
    }

    /// <summary>A cause, and the data without which it is not checked.</summary>
    private sealed record Check(Cause Cause, Func<RunEvidence, IEnumerable<Finding?>> FindAll, params Need[] Needs)
    {
        public Check(Cause cause, Func<RunEvidence, Finding?> find, params Need[] needs)
            : this(cause, run => (IEnumerable<Finding?>)[find(run)], needs)
        {
        }

        /// <param name="find">Checks one service.</param>
        public Check(Cause cause, Func<RunEvidence, string, Finding?> find, params Need[] needs)
            : this(cause, run => run.Processes.Services.Select(service => find(run, service)), needs)
        {
        }

        public IEnumerable<Finding?> Find(RunEvidence run) => Needs.All(need => need.IsMet(run)) ? FindAll(run) : [];

        public IEnumerable<UncheckedCause> Unchecked(RunEvidence run) =>
            Needs.Where(need => !need.IsMet(run)).Take(1).Select(need => new UncheckedCause(Cause, need.Name));
    }
}
