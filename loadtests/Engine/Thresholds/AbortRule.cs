using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>When a run is to be stopped for a threshold before its time.</summary>
/// <param name="Outlook">What is known of the run's end: a threshold that can no longer be met stops it.</param>
/// <param name="After">From here on a threshold that is missed at the moment stops it, too; null for never.</param>
public sealed record AbortRule(IReadOnlyList<Threshold> Thresholds, RunOutlook Outlook, TimeSpan? After)
{
    /// <summary>The first threshold that stops the run, as it stands; null where the run may go on.</summary>
    public ThresholdResult? Check(LoadFigures soFar)
    {
        var late = soFar.Elapsed >= After;
        return Thresholds
            .Where(threshold => !threshold.CanStillBeMet(soFar, Outlook) || (late && !threshold.Evaluate(soFar).Met))
            .Select(threshold => threshold.Evaluate(soFar))
            .FirstOrDefault();
    }
}
