using DroneDelivery.LoadTests.Insight.Advice.Causes;

namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>Finds the causes that limit a run. Each cause is found from its own evidence, independently of the others.</summary>
public static class Advisor
{
    private static readonly IReadOnlyList<Func<RunEvidence, Finding?>> Causes =
    [
        LoadGenerator.Find,
        RequestUnitsExhausted.Find,
        HotPartition.Find,
        ConnectionPool.Find,
        ThreadStarvation.Find,
        SerialFanOut.Find,
        CallPerRow.Find,
        AvoidableFanOut.Find,
        SlowPartition.Find,
        Network.Find,
        GarbageCollection.Find,
        FailingBackend.Find,
    ];

    private static readonly IReadOnlyList<Func<RunEvidence, string, Finding?>> CausesByService =
        [BusyProcess.Find, LockContention.Find, SlowBackend.Find];

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
        var found = Known(run)
            .Select(finding => DisturbedCauses.Contains(finding.Cause) ? finding.WithDoubt(doubt) : finding)
            .ToList();
        if (UnknownCause.Find(run, found) is { } unknown)
        {
            found.Add(unknown);
        }

        return new Diagnosis(run.Record.Manifest, found, BoundsFinder.Find(run)) { Notes = [.. Notes(run, disturbance)] };
    }

    private static IEnumerable<Finding> Known(RunEvidence run) =>
        Causes.Select(find => find(run))
            .Concat(run.Processes.Services.SelectMany(service => CausesByService.Select(find => find(run, service))))
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
    }
}
