namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>How far B lies from A on a logarithmic scale, and how well that is known.</summary>
/// <param name="Statistic">The shift over its standard error, for Student's distribution.</param>
/// <param name="Interval">95 %.</param>
internal sealed record LogShift(double Shift, Interval Interval, double Statistic, double StandardError, int DegreesOfFreedom)
{
    private const double MissedShare = 0.05;

    /// <summary>Whether chance alone would make it as large with at most the given chance.</summary>
    public bool IsSeen(double falseAlarmChance) =>
        !Interval.Contains(0)
        && Math.Sign(Statistic) == Math.Sign(Shift)
        && TTest.PValue(Statistic, DegreesOfFreedom) <= falseAlarmChance;

    /// <summary>The shift that is seen 95 times in 100: it lies one tail above what must be exceeded.</summary>
    public double Findable(double falseAlarmChance) =>
        StandardError
            * (TTest.Critical(falseAlarmChance, DegreesOfFreedom) + TTest.Critical(2 * MissedShare, DegreesOfFreedom));
}
