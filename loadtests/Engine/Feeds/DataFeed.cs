namespace DroneDelivery.LoadTests.Engine.Feeds;

/// <summary>Supplies requests with data, one item at a time. Safe for concurrent use.</summary>
public sealed class DataFeed<T>
{
    private readonly IReadOnlyList<T> _items;
    private readonly Func<Random, int> _choose;

    internal DataFeed(IReadOnlyList<T> items, Func<Random, int> choose)
    {
        ArgumentOutOfRangeException.ThrowIfZero(items.Count);
        (_items, _choose) = (items, choose);
    }

    /// <param name="random">The user's random stream: with the same seed each user gets the same items.</param>
    public T Next(Random random) => _items[_choose(random)];
}

public static class DataFeed
{
    /// <summary>Each item is equally likely.</summary>
    public static DataFeed<T> Uniform<T>(IReadOnlyList<T> items) => new(items, random => random.Next(items.Count));

    /// <summary>The item of rank k (the first has rank 1) has a probability proportional to 1 / k^exponent.</summary>
    /// <param name="exponent">0 is uniform; the popularity of web pages and the frequency of words follow about 1.</param>
    public static DataFeed<T> Zipf<T>(IReadOnlyList<T> items, double exponent)
    {
        if (!double.IsFinite(exponent) || exponent < 0)
        {
            throw new ArgumentOutOfRangeException(nameof(exponent), exponent, "An exponent of Zipf's law is zero or more.");
        }

        var sum = 0.0;
        double[] cumulative = [.. Enumerable.Range(1, items.Count).Select(rank => sum += Math.Pow(rank, -exponent))];
        return new DataFeed<T>(items, random =>
        {
            var found = Array.BinarySearch(cumulative, random.NextDouble() * cumulative[^1]);
            // Without an equal element: the complement of the index of the first larger one. An equal value is the next rank.
            return Math.Min(found < 0 ? ~found : found + 1, cumulative.Length - 1);
        });
    }

    /// <summary>Items in their order, one sequence for all users. It starts again after the last item.</summary>
    public static DataFeed<T> Sequential<T>(IReadOnlyList<T> items)
    {
        var next = -1L;
        return new DataFeed<T>(items, _ => (int)(Interlocked.Increment(ref next) % items.Count));
    }
}
