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

    /// <summary>The same as <see cref="Median"/> in far less time, for values that may be put in another order.</summary>
    internal static double MedianInPlace(Span<double> values)
    {
        var middle = values.Length / 2;
        var upper = Select(values, middle);
        if (values.Length % 2 == 1)
        {
            return upper;
        }

        var lower = double.NegativeInfinity;
        foreach (var value in values[..middle])
        {
            lower = Math.Max(lower, value);
        }

        return lower + ((upper - lower) * 0.5);
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

    /// <summary>
    /// Hoare's selection: the value that would stand at a place if all were sorted. Smaller ones then stand before it.
    /// </summary>
    private static double Select(Span<double> values, int place)
    {
        var (low, high) = (0, values.Length - 1);
        while (low < high)
        {
            var (up, down) = Partition(values, low, high);
            if (place > down && place < up)
            {
                break;
            }

            (low, high) = place <= down ? (low, down) : (up, high);
        }

        return values[place];
    }

    private static (int Up, int Down) Partition(Span<double> values, int low, int high)
    {
        var pivot = values[(low + high) / 2];
        var (up, down) = (low, high);
        while (up <= down)
        {
            while (values[up] < pivot)
            {
                up++;
            }

            while (values[down] > pivot)
            {
                down--;
            }

            if (up <= down)
            {
                (values[up], values[down]) = (values[down], values[up]);
                up++;
                down--;
            }
        }

        return (up, down);
    }
}
