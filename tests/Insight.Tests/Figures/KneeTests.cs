using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.Insight.Tests.Figures;

public sealed class KneeTests
{
    [Fact]
    public void FindIn_ThroughputStopsGrowing_IsTheLowestLoadWithNearlyAllOfIt() =>
        Assert.Equal(20, Find((5, 50), (10, 100), (20, 191), (30, 200), (40, 198)));

    [Fact]
    public void FindIn_LoadsInAnyOrder_IsTheSame() =>
        Assert.Equal(20, Find((40, 198), (20, 191), (5, 50), (30, 200), (10, 100)));

    [Fact]
    public void FindIn_ThroughputFallsBeyondAPeak_IsBeforeThePeak() => Assert.Equal(20, Find((10, 100), (20, 195), (30, 200), (60, 40)));

    [Fact]
    public void FindIn_ThroughputGrowsToTheEnd_IsNull() => Assert.Null(Find((10, 100), (20, 200), (30, 300), (40, 400)));

    // The load must grow on: with a little more of it throughput may grow again.
    [Theory]
    [InlineData(24, null)]
    [InlineData(25, 20.0)]
    public void FindIn_LoadThatHardlyGrowsOn_IsNull(double highest, double? knee) =>
        Assert.Equal(knee, Find((10, 100), (20, 200), (highest, 200)));

    [Fact]
    public void FindIn_NothingAnswered_IsNull() => Assert.Null(Find((10, 0), (20, 0)));

    [Fact]
    public void FindIn_NothingMeasured_IsNull() => Assert.Null(Find());

    private static double? Find(params (double Load, double Throughput)[] measured) =>
        Knee.FindIn([.. measured.Select(each => Tuple.Create(each.Load, each.Throughput))], each => each.Item1, each => each.Item2)?.Item1;
}
