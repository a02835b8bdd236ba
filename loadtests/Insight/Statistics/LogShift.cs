namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>The difference of B and A on a logarithmic scale, with its uncertainty.</summary>
/// <param name="Statistic">The statistic of Student's t-test.</param>
/// <param name="Interval">The 95 % interval of the shift.</param>
internal sealed record LogShift(double Shift, Interval Interval, double Statistic, double StandardError, int DegreesOfFreedom)
{
    private const double MissedShare = 0.05;

    /// <summary>Whether the shift is significant: chance alone makes one as large with at most the given probability.</summary>
    public bool IsSeen(double falseAlarmChance) =>
        !Interval.Contains(0)
        && Math.Sign(Statistic) == Math.Sign(Shift)
        && TTest.PValue(Statistic, DegreesOfFreedom) <= falseAlarmChance;

    /// <summary>The true shift that is found in 95 of 100 comparisons (power 0.95).</summary>
    public double DetectableShift(double falseAlarmChance) =>
        StandardError
            * (TTest.Critical(falseAlarmChance, DegreesOfFreedom) + TTest.Critical(2 * MissedShare, DegreesOfFreedom));
}
