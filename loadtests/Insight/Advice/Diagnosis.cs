using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>What holds a run back.</summary>
/// <param name="Manifest">The run.</param>
/// <param name="Findings">In the order in which to deal with them; empty where nothing in the system was found.</param>
/// <param name="Bounds">What a user's time goes to and what would run out next:
/// all there is to say where nothing was found.</param>
public sealed record Diagnosis(RunManifest Manifest, IReadOnlyList<Finding> Findings, Bounds Bounds)
{
    /// <summary>What limits all that is said here, for example requests that no mean contains.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>What to deal with first; null where nothing was found.</summary>
    public Finding? First => Findings.Count > 0 ? Findings[0] : null;

    /// <summary>The first step of the first finding that has a flag and a prediction: what can be proved.</summary>
    public NextStep? Provable =>
        Findings
            .SelectMany(finding => finding.NextSteps)
            .FirstOrDefault(step => step is { Change: not null, Prediction: not null });

    /// <summary>One sentence for a reader in a hurry.</summary>
    public string Verdict => First?.Title ?? Bounds.Verdict;
}
