namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

internal static class Quantiles
{
    /// <summary>The smallest value that more than the given share of the values do not exceed; 0 without values.</summary>
    public static double Quantile(this IEnumerable<double> values, double share)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length == 0 ? 0 : sorted[(int)(sorted.Length * share)];
    }
}
