using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Scenarios.Faults;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.AdviceMatrix;

/// <summary>What the advisor has to say of a planted fault.</summary>
/// <param name="Cause">The cause to be named first; null for a fault that no rule names.</param>
/// <param name="Named">A word of the finding's title.</param>
/// <param name="Allowed">Causes that are true as well, though they are not the reason: they may be certain.</param>
internal sealed record ExpectedFinding(Cause? Cause, string Named, params IReadOnlyList<Cause> Allowed)
{
    private static readonly Dictionary<string, ExpectedFinding> ByKind = new()
    {
        [FaultCatalog.HotKey.Kind] = new(Insight.Advice.Cause.HotKey, "key"),
        [FaultCatalog.SlowPartition.Kind] = new(Insight.Advice.Cause.SlowPartition, "Partition 3"),
        [FaultCatalog.SmallPool.Kind] = new(Insight.Advice.Cause.ConnectionPool, "delivery"),
        [FaultCatalog.BusyBackend.Kind] = new(Insight.Advice.Cause.BusyProcess, "package"),
        [FaultCatalog.BlockingHandler.Kind] = new(Insight.Advice.Cause.ThreadStarvation, "delivery"),
        [FaultCatalog.StarvedGenerator.Kind] = new(Insight.Advice.Cause.LoadGenerator, "load generator"),
        [FaultCatalog.SlowBackend.Kind] = new(Insight.Advice.Cause.SlowBackend, "drone-scheduler"),
        [FaultCatalog.FailingBackend.Kind] = new(Insight.Advice.Cause.FailingBackend, "package"),
        [FaultCatalog.LockContention.Kind] = new(Insight.Advice.Cause.LockContention, "package"),
        [FaultCatalog.CallPerRow.Kind] = new(Insight.Advice.Cause.CallPerRow, "one row each"),
        [FaultCatalog.LargeAnswers.Kind] = new(null, ""),
        // The attempts that fail are counted, and they do fail.
        [FaultCatalog.RetryStorm.Kind] = new(null, "", Insight.Advice.Cause.FailingBackend),
        [FaultCatalog.SlowOwner.Kind] = new(null, ""),
        [FaultCatalog.BusyMachine.Kind] = new(null, ""),
    };

    public static ExpectedFinding ForFault(PlantedFault fault) => ByKind[fault.Kind];

    /// <summary>Whether the diagnosis says what it has to, and nothing wrong as certain.</summary>
    public bool IsMetBy(Diagnosis diagnosis) => Cause is { } cause
        ? diagnosis.First is { } first && first.Cause == cause && first.Title.Contains(Named, StringComparison.Ordinal)
        : !diagnosis.Findings.Any(finding => finding.Confidence == Confidence.Certain && !Allowed.Contains(finding.Cause));
}
