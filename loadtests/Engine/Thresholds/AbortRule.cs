using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>Decides when a threshold stops a run before its planned end.</summary>
/// <param name="Outlook">The plan of the run. A threshold that can no longer be met stops the run.</param>
/// <param name="After">From then on a threshold that is missed at the moment also stops the run; null for never.</param>
public sealed record AbortRule(IReadOnlyList<Threshold> Thresholds, RunOutlook Outlook, TimeSpan? After)
{
    /// <summary>The first threshold that stops the run; null if the run may continue.</summary>
    public ThresholdResult? Check(LoadFigures soFar)
    {
        var late = soFar.Elapsed >= After;
        return Thresholds
            .Where(threshold => !threshold.CanStillBeMet(soFar, Outlook) || (late && !threshold.Evaluate(soFar).Met))
            .Select(threshold => threshold.Evaluate(soFar))
            .FirstOrDefault();
    }
}
