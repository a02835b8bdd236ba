using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// The rate at which a figure that grows with it, as CPU does, reaches a value: by a straight line through the trials around
/// that rate.
/// </summary>
internal static class LineLimit
{
    private const int LeastTrials = 4;

    /// <returns>Null where there are too few trials, or the figure does not grow.</returns>
    public static LimitEstimate? Fit(IReadOnlyList<(double Rate, double Value)> trials, double limit)
    {
        if (trials.Count < LeastTrials || trials.DistinctBy(trial => trial.Rate).Count() < 2)
        {
            return null;
        }

        var line = new StraightLine(trials);
        return line.Slope > 0 && line.Interval(limit) is { } interval
            ? LimitEstimate.Between(interval.Low, line.Solve(limit), interval.High)
            : null;
    }
}
