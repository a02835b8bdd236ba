using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>Checks a run periodically while it is measured, and stops it by its <see cref="AbortRule"/>.</summary>
public sealed class ThresholdWatch(AbortRule rule, TimeProvider time)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    /// <summary>Calls <paramref name="stop"/> and returns the threshold that stopped the run; null if cancelled before.</summary>
    public async Task<ThresholdResult?> WatchAsync(RunMonitor monitor, Action stop, CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(Interval, time);
        while (!cancellationToken.IsCancellationRequested)
        {
            if (monitor.Snapshot().Phase == RunPhase.Measuring && rule.Check(monitor.Figures()) is { } missed)
            {
                stop();
                return missed;
            }

            Task tick = timer.WaitForNextTickAsync(cancellationToken).AsTask();
            await tick.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        return null;
    }
}

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
