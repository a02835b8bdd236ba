using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.LoadTests.Engine.Feeds;

/// <summary>Gives requests their data, item by item. Safe for concurrent use.</summary>
public sealed class DataFeed<T>
{
    private readonly IReadOnlyList<T> _items;
    private readonly Func<Random, int> _choose;

    internal DataFeed(IReadOnlyList<T> items, Func<Random, int> choose)
    {
        ArgumentOutOfRangeException.ThrowIfZero(items.Count);
        (_items, _choose) = (items, choose);
    }

    /// <param name="random">The user's own stream, so that each user gets the same items again with the same seed.</param>
    public T Next(Random random) => _items[_choose(random)];
}

/// <summary>The ways to choose from a list.</summary>
public static class DataFeed
{
    /// <summary>Each item as often as every other.</summary>
    public static DataFeed<T> Uniform<T>(IReadOnlyList<T> items) => new(items, random => random.Next(items.Count));

    /// <summary>The first item most often: the one of rank k with a probability in proportion to 1 / k to the exponent.</summary>
    /// <param name="exponent">0 is uniform; about 1 is what web pages, words and owners of many things show.</param>
    public static DataFeed<T> Zipf<T>(IReadOnlyList<T> items, double exponent)
    {
        var ranks = new ZipfRanks(items.Count, exponent);
        return new DataFeed<T>(items, ranks.Draw);
    }

    /// <summary>In their order, for all users together, and from the start again after the last.</summary>
    public static DataFeed<T> Sequential<T>(IReadOnlyList<T> items)
    {
        var next = -1L;
        return new DataFeed<T>(items, _ => (int)(Interlocked.Increment(ref next) % items.Count));
    }
}
