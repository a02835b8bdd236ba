namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>The causes that limit a run.</summary>
/// <param name="Findings">In the order in which to fix them; empty if nothing was found in the system.</param>
/// <param name="Bounds">The parts of a user's cycle and the capacities of resources: the only result without findings.</param>
public sealed record Diagnosis(RunManifest Manifest, IReadOnlyList<Finding> Findings, Bounds Bounds)
{
    /// <summary>Restrictions of the whole diagnosis, for example requests that are in no mean.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>The number of traces that the findings rest on.</summary>
    public int Traces { get; init; }

    /// <summary>Causes for which the run has no data.</summary>
    public IReadOnlyList<UncheckedCause> NotChecked { get; init; } = [];

    /// <summary>The finding to fix first; null if nothing was found.</summary>
    public Finding? First => Findings.Count > 0 ? Findings[0] : null;

    /// <summary>The first step, in the order of findings, with a flag and a prediction: <c>--prove</c> can test it.</summary>
    public NextStep? Provable => Findings
        .SelectMany(finding => finding.NextSteps)
        .FirstOrDefault(step => step is { Change: not null, Prediction: not null });

    /// <summary>A one-sentence summary.</summary>
    public string Verdict => First?.Title ?? Bounds.Verdict;
}

/// <summary>A cause that was not checked.</summary>
/// <param name="Missing">The data that the run lacks.</param>
public sealed record UncheckedCause(Cause Cause, string Missing);
