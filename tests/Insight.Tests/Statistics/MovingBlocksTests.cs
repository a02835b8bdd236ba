using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Insight.Statistics;

namespace DroneDelivery.Insight.Tests.Statistics;

public sealed class MovingBlocksTests
{
    [Theory]
    [InlineData(3, 3, 1)]
    [InlineData(10, 4, 3)]
    [InlineData(45, 5, 9)]
    [InlineData(46, 5, 10)]
    [InlineData(480, 12, 40)]
    public void Length_OfASeries_GrowsWithItsCubeRoot(int places, int length, int count)
    {
        var blocks = new MovingBlocks(places);

        Assert.Equal((length, count), (blocks.Length, blocks.Count));
    }

    [Theory]
    [InlineData(3)]
    [InlineData(10)]
    [InlineData(45)]
    public void Draw_ManyTimes_DrawsAsManyAsThereAreAndReachesBothEnds(int places)
    {
        var random = new SeededRandom(1);
        var draws = Enumerable.Range(0, 500).Select(_ => new MovingBlocks(places).Draw(random)).ToList();

        Assert.All(draws, weights => Assert.Equal(places, weights.Sum()));
        Assert.All(Enumerable.Range(0, places), place => Assert.Contains(draws, weights => weights[place] > 0));
    }
}
