namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>A confidence interval, in the unit of its value.</summary>
public readonly record struct Interval(double Low, double High)
{
    public bool Contains(double value) => Low <= value && value <= High;
}

/// <summary>
/// A confidence interval of a median, from the k-th smallest to the k-th largest value. Its coverage depends only on the number
/// of values, for any distribution (David and Nagaraja, Order Statistics, 3rd edition, 2003, section 7.1).
/// </summary>
/// <param name="Coverage">The probability that it holds the true median: less than 0.95 for fewer than six values.</param>
public sealed record MedianInterval(double Low, double High, double Coverage)
{
    /// <summary>The narrowest with a coverage of at least 0.95; from the smallest value to the largest without one.</summary>
    /// <param name="values">One or more, in any order.</param>
    public static MedianInterval FromValues(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        var left = LeftOut(sorted.Length);
        return new MedianInterval(sorted[left], sorted[^(left + 1)], CoverageWithout(left, sorted.Length));
    }

    /// <summary>The coverage of an interval from the given number of values.</summary>
    public static double CoverageOf(int values) => CoverageWithout(LeftOut(values), values);

    /// <summary>The number of values outside the interval, at each end.</summary>
    private static int LeftOut(int values) =>
        Enumerable.Range(1, values).TakeWhile(left => CoverageWithout(left, values) >= Bootstrap.Level).Count();

    /// <summary>The interval misses the true median if at most <paramref name="left"/> values are on one side of it.</summary>
    private static double CoverageWithout(int left, int values) => 1 - (2 * Binomial.CDF(0.5, values, left));
}
