using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Scenarios.Faults;

namespace DroneDelivery.LoadTests.Lab.AdviceMatrix;

/// <summary>One run of the matrix.</summary>
/// <param name="Fault">Null for a healthy run.</param>
/// <param name="MeanMs">The mean latency of the run.</param>
/// <param name="BaseMs">The mean latency of the same test without a fault; null where that was not run.</param>
internal sealed record MatrixRow(PlantedFault? Fault, Diagnosis Diagnosis, double MeanMs, double? BaseMs)
{
    /// <summary>From this share of latency on, a named fault has to be named.</summary>
    public const double RequiredCost = 0.1;

    /// <summary>The share of latency that the fault takes.</summary>
    public double? Cost => BaseMs is { } without && MeanMs > 0 ? 1 - (without / MeanMs) : null;

    /// <summary>Certain findings of a healthy run are counted over all of them, not judged one by one.</summary>
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

    /// <summary>A healthy run, or a fault that costs too little.</summary>
    NotRequired,
}
