using DroneDelivery.LoadTests.Engine.Feeds;
using DroneDelivery.LoadTests.Engine.Statistics;

namespace DroneDelivery.Engine.Tests.Feeds;

public sealed class DataFeedTests
{
    private const int Draws = 100_000;

    [Fact]
    public void Uniform_ManyDraws_GiveEachItemItsShare()
    {
        var counts = Count(DataFeed.Uniform(Enumerable.Range(0, 50).ToList()));

        Assert.Equal(50, counts.Count);
        Assert.All(counts.Values, count => AssertShare(1.0 / 50, count));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(0.8)]
    [InlineData(1)]
    [InlineData(2)]
    public void Zipf_ManyDraws_FollowTheLawAtEveryRank(double exponent)
    {
        var items = Enumerable.Range(1, 100).ToList();
        var counts = Count(DataFeed.Zipf(items, exponent));
        var sum = items.Sum(rank => Math.Pow(rank, -exponent));

        foreach (var rank in items)
        {
            AssertShare(Math.Pow(rank, -exponent) / sum, counts.GetValueOrDefault(rank));
        }
    }

    [Fact]
    public void Zipf_NegativeExponent_IsRefused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => DataFeed.Zipf([1, 2], -1));

    [Fact]
    public void Sequential_ManyAtOnce_GivesEachItemInTurnToOneOfThem()
    {
        var feed = DataFeed.Sequential(Enumerable.Range(0, 7).ToList());
        var counts = new int[7];

        Parallel.For(0, 7_000, _ => Interlocked.Increment(ref counts[feed.Next(new SeededRandom(1))]));

        Assert.Equal(Enumerable.Repeat(1_000, 7), counts);
        Assert.Equal([0, 1, 2, 3, 4, 5, 6, 0], Enumerable.Range(0, 8).Select(_ => feed.Next(new SeededRandom(1))));
    }

    [Fact]
    public void Feed_WithoutItems_IsRefused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => DataFeed.Uniform(Array.Empty<int>()));

    private static Dictionary<int, int> Count(DataFeed<int> feed)
    {
        var random = new SeededRandom(11);
        return Enumerable.Range(0, Draws).CountBy(_ => feed.Next(random)).ToDictionary();
    }

    /// <summary>Within four standard deviations of a binomial count.</summary>
    private static void AssertShare(double share, int count)
    {
        var allowed = 4 * Math.Sqrt(Draws * share * (1 - share));
        Assert.InRange(count, (Draws * share) - allowed, (Draws * share) + allowed);
    }
}
