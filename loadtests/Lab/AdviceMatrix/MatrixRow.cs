using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Scenarios.Faults;

namespace DroneDelivery.LoadTests.Lab.AdviceMatrix;

/// <summary>One run of the matrix.</summary>
/// <param name="Fault">The planted fault; null for a healthy run.</param>
/// <param name="MeanMs">The mean latency of the run.</param>
/// <param name="BaseMs">The mean latency of the same test without a fault; null if that did not run.</param>
internal sealed record MatrixRow(PlantedFault? Fault, Diagnosis Diagnosis, double MeanMs, double? BaseMs)
{
    /// <summary>The advisor must report a fault that takes at least this share of latency, if it has a rule for it.</summary>
    public const double RequiredCost = 0.1;

    /// <summary>The share of latency that the fault takes.</summary>
    public double? Cost => BaseMs is { } without && MeanMs > 0 ? 1 - (without / MeanMs) : null;

    /// <summary>Healthy runs are not judged one by one: their certain findings are counted over all healthy runs.</summary>
    public MatrixVerdict Verdict => Fault is null ? MatrixVerdict.NotRequired
        : ExpectedFinding.ForFault(Fault).IsMetBy(Diagnosis) ? MatrixVerdict.Right
        : ExpectedFinding.ForFault(Fault).Cause is not null && Cost < RequiredCost ? MatrixVerdict.NotRequired
        : MatrixVerdict.Wrong;

    public int CertainFindings => Diagnosis.Findings.Count(finding => finding.Confidence == Confidence.Certain);
}

internal enum MatrixVerdict
{
    Right,
    Wrong,

    /// <summary>A healthy run, or a fault that takes too little latency.</summary>
    NotRequired,
}
