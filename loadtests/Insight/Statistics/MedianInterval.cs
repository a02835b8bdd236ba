using MathNet.Numerics.Distributions;

namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>
/// An interval of a median, from one of the sorted values to its counterpart from the other end. How often it holds the true
/// median follows from the number of values alone, whatever their distribution (David and Nagaraja, Order Statistics,
/// 3rd edition, 2003, section 7.1).
/// </summary>
/// <param name="Coverage">How often it holds the true median, from 0 to 1: less than 0.95 for fewer than six values.</param>
public sealed record MedianInterval(double Low, double High, double Coverage)
{
    /// <summary>
    /// The narrowest that holds the true median 95 times in 100, or else from the smallest value to the largest.
    /// </summary>
    /// <param name="values">One or more, in any order.</param>
    public static MedianInterval FromValues(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        var left = LeftOut(sorted.Length);
        return new MedianInterval(sorted[left], sorted[^(left + 1)], CoverageWithout(left, sorted.Length));
    }

    /// <summary>The coverage of an interval of so many values.</summary>
    public static double CoverageOf(int values) => CoverageWithout(LeftOut(values), values);

    /// <summary>At either end.</summary>
    private static int LeftOut(int values)
    {
        var left = 0;
        while (CoverageWithout(left + 1, values) >= Bootstrap.Level)
        {
            left++;
        }

        return left;
    }

    /// <summary>The true median lies outside where so few of the values, or fewer, lie on one side of it.</summary>
    private static double CoverageWithout(int left, int values) => 1 - (2 * Binomial.CDF(0.5, values, left));
}
