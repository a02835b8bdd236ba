namespace DroneDelivery.LoadTests.Insight.Statistics;

/// <summary>Medians and quantiles of a few values.</summary>
public static class Quantile
{
    /// <summary>The middle value, or the mean of the two in the middle.</summary>
    /// <exception cref="ArgumentException">There are no values.</exception>
    public static double Median(IReadOnlyList<double> values)
    {
        double[] sorted = [.. values];
        Array.Sort(sorted);
        return OfSorted(sorted, 0.5);
    }

    /// <summary>Linear between the values around the place, as spreadsheets do.</summary>
    /// <param name="share">From 0, the smallest value, to 1, the largest.</param>
    internal static double OfSorted(ReadOnlySpan<double> sorted, double share)
    {
        if (sorted.IsEmpty)
        {
            throw new ArgumentException("There is no quantile of nothing.", nameof(sorted));
        }

        var place = share * (sorted.Length - 1);
        var below = (int)place;
        var above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + ((sorted[above] - sorted[below]) * (place - below));
    }
}
