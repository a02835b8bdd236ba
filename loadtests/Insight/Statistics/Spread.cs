namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>How far values lie from their mean.</summary>
internal static class Spread
{
    /// <summary>Sum of the squares of the distances.</summary>
    public static double Squares(ReadOnlySpan<double> values)
    {
        var (sum, squares) = (0.0, 0.0);
        foreach (var value in values)
        {
            sum += value;
        }

        var mean = sum / values.Length;
        foreach (var value in values)
        {
            squares += (value - mean) * (value - mean);
        }

        return squares;
    }

    /// <summary>Of the population that two or more values were drawn from.</summary>
    public static double Variance(ReadOnlySpan<double> values) => Squares(values) / (values.Length - 1);

    /// <summary>Standard deviation over mean; 0 where the mean is not above zero.</summary>
    public static double CoefficientOfVariation(double[] values)
    {
        var mean = values.Average();
        return mean > 0 ? Math.Sqrt(Variance(values)) / mean : 0;
    }
}
