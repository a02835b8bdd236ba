namespace DroneDelivery.LoadTests.Lab.AdviceMatrix;

/// <summary>One run of the matrix.</summary>
/// <param name="Fault">The planted fault; null for a healthy run.</param>
/// <param name="Mean">The mean latency of the run.</param>
/// <param name="Base">The mean latency of the same test without a fault; no value if that did not run.</param>
internal sealed record MatrixRow(PlantedFault? Fault, Diagnosis Diagnosis, LatencyValue Mean, LatencyValue Base)
{
    /// <summary>The advisor must report a fault that takes at least this share of latency, if it has a rule for it.</summary>
    public const double RequiredCost = 0.1;

    /// <summary>The share of latency that the fault takes; a lower bound if <see cref="Mean"/> is one.</summary>
    public double? Cost => Base is { AtLeast: false, Milliseconds: { } without } && Mean.Milliseconds is > 0 and var with
        ? 1 - (without / with)
        : null;

    /// <summary>Healthy runs are not judged one by one: their certain findings are counted over all healthy runs.</summary>
    public MatrixVerdict Verdict => Fault is null ? MatrixVerdict.NotRequired
        : ExpectedFinding.ForFault(Fault).IsMetBy(Diagnosis) ? MatrixVerdict.Right
        : ExpectedFinding.ForFault(Fault).FirstCause is not null && Cost < RequiredCost && !Mean.AtLeast
            ? MatrixVerdict.NotRequired
        : MatrixVerdict.Wrong;

    public int CertainFindings => Diagnosis.Findings.Count(finding => finding.Confidence == Confidence.Certain);

    /// <param name="runs">All runs of the lab; those of the same test without a fault are the references.</param>
    /// <exception cref="InvalidDataException">The run is of another lab, or its fault is not known.</exception>
    public static MatrixRow FromRun(RunData run, IReadOnlyList<RunRecord> runs)
    {
        var (manifest, mean) = (run.Record.Manifest, run.Record.Load.Latency.Mean);
        var fault = FaultCatalog.AllStrengths.FirstOrDefault(each => FaultCatalog.Plant(each).Name == manifest.Scenario);
        if (manifest.Lab != MatrixStudy.Name || (fault is null && !MatrixRun.IsHealthy(manifest.Scenario)))
        {
            throw new InvalidDataException($"{manifest.Lab} {manifest.Scenario} is no run of the matrix of faults.");
        }

        // A fault may add flags of its own.
        var without = runs.Where(each => fault is not null && MatrixRun.IsReference(each.Manifest.Scenario)
                && !each.Manifest.Configuration.Except(manifest.Configuration).Any())
            .Select(each => each.Load.Latency.Mean)
            .OrderBy(each => each.AtLeast ? double.PositiveInfinity : each.Milliseconds)
            .ToList();
        return new(fault, Advisor.Explain(run), mean, without.Count == 0 ? LatencyValue.None : without[without.Count / 2]);
    }
}

internal enum MatrixVerdict
{
    Right,
    Wrong,

    /// <summary>A healthy run, or a fault that takes too little latency.</summary>
    NotRequired,
}

/// <summary>The finding that the advisor is expected to report for a planted fault.</summary>
/// <param name="FirstCause">The cause of the first finding; null for a fault that the advisor has no rule for.</param>
/// <param name="Named">Text that the finding's title contains.</param>
/// <param name="Allowed">Other causes that may be certain: they are true, although they are not the fault.</param>
internal sealed record ExpectedFinding(Cause? FirstCause, string Named, params IReadOnlyList<Cause> Allowed)
{
    private static readonly Dictionary<string, ExpectedFinding> ByKind = new()
    {
        [FaultCatalog.HotKey.Kind] = new(Cause.HotKey, "key"),
        [FaultCatalog.SlowPartition.Kind] = new(Cause.SlowPartition, "Partition 3"),
        [FaultCatalog.SmallPool.Kind] = new(Cause.ConnectionPool, "delivery"),
        [FaultCatalog.BusyBackend.Kind] = new(Cause.BusyProcess, "package"),
        [FaultCatalog.BlockingHandler.Kind] = new(Cause.ThreadStarvation, "delivery"),
        [FaultCatalog.StarvedGenerator.Kind] = new(Cause.LoadGenerator, "load generator"),
        [FaultCatalog.SlowBackend.Kind] = new(Cause.SlowBackend, "drone-scheduler"),
        [FaultCatalog.FailingBackend.Kind] = new(Cause.FailingBackend, "package"),
        [FaultCatalog.LockContention.Kind] = new(Cause.LockContention, "package"),
        [FaultCatalog.CallPerRow.Kind] = new(Cause.CallPerRow, "one row each"),
        [FaultCatalog.LargeAnswers.Kind] = new(null, ""),
        // The advisor counts failing attempts, and this fault makes attempts fail.
        [FaultCatalog.RetryStorm.Kind] = new(null, "", Cause.FailingBackend),
        [FaultCatalog.SlowOwner.Kind] = new(null, ""),
        [FaultCatalog.BusyMachine.Kind] = new(null, ""),
    };

    public static ExpectedFinding ForFault(PlantedFault fault) => ByKind[fault.Kind];

    /// <summary>Whether the first finding is as expected. If no cause is expected: whether no wrong cause is certain.</summary>
    public bool IsMetBy(Diagnosis diagnosis) => FirstCause is { } cause
        ? diagnosis.First is { } first && first.Cause == cause && first.Title.Contains(Named, StringComparison.Ordinal)
        : !diagnosis.Findings.Any(finding => finding.Confidence == Confidence.Certain && !Allowed.Contains(finding.Cause));
}
