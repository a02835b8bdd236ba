using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.LoadTests.Insight.Capacity;

/// <summary>
/// The rate at which a figure that grows with it reaches a value, by a straight line through the trials around that rate.
/// </summary>
internal static class LineLimit
{
    /// <summary>
    /// How far from the wanted log odds a trial may count. Further out the curve is no line any more: a backlog grows, and sooner
    /// or later everything misses.
    /// </summary>
    private const double MostLogOdds = 3;

    /// <summary>
    /// Variance of the log odds from one trial to the next: what else the machine does, whatever the number of arrivals.
    /// </summary>
    private const double BetweenTrials = 0.1;

    private const int LeastTrials = 4;

    // Keeps the odds finite where nothing or everything missed; half an arrival on either side.
    private const double Half = 0.5;

    /// <summary>The rate at which a figure reaches a value, as CPU does a cap.</summary>
    /// <returns>Null where there are too few trials, or the figure does not grow.</returns>
    public static LimitEstimate? Of(IReadOnlyList<(double Rate, double Value)> trials, double limit) =>
        Of([.. trials.Select(trial => (trial.Rate, trial.Rate, trial.Value, 1.0))], limit, rate => rate);

    /// <summary>
    /// The rate at which a share of arrivals misses its objective: the log odds of a miss as a line of the logarithm of the rate.
    /// </summary>
    /// <returns>Null where there are too few trials, or misses do not grow with the rate.</returns>
    public static LimitEstimate? OfMisses(IReadOnlyList<(double Rate, long Arrivals, long Missed)> trials, double share) =>
        Of([.. trials.Select(trial => Point(trial, LogOdds(share)))], LogOdds(share), Math.Exp);

    /// <summary>Whether a trial lies where the line does, and not far out on either side of it.</summary>
    public static bool Informs(double missedShare, double share) => Math.Abs(LogOdds(missedShare) - LogOdds(share)) < MostLogOdds;

    /// <summary>
    /// The variance of the log odds is that of chance within the trial (Woolf 1955), and of one trial from the next.
    /// </summary>
    private static (double Rate, double X, double Y, double Weight) Point(
        (double Rate, long Arrivals, long Missed) trial, double wanted)
    {
        var (missed, good) = (trial.Missed + Half, trial.Arrivals - trial.Missed + Half);
        var logOdds = Math.Clamp(Math.Log(missed / good), wanted - MostLogOdds, wanted + MostLogOdds);
        return (trial.Rate, Math.Log(trial.Rate), logOdds, 1 / (BetweenTrials + (1 / missed) + (1 / good)));
    }

    private static LimitEstimate? Of(
        IReadOnlyList<(double Rate, double X, double Y, double Weight)> trials, double limit, Func<double, double> toRate)
    {
        if (trials.Count < LeastTrials || trials.DistinctBy(trial => trial.Rate).Count() < 2)
        {
            return null;
        }

        var line = new StraightLine([.. trials.Select(trial => (trial.X, trial.Y, trial.Weight))]);
        return line.Slope > 0 && line.Interval(limit) is { } interval
            ? LimitEstimate.Between(toRate(interval.Low), toRate(line.Solve(limit)), toRate(interval.High))
            : null;
    }

    private static double LogOdds(double share) => Math.Log(share / (1 - share));
}
