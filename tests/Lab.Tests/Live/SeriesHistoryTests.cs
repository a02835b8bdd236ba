using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class SeriesHistoryTests
{
    [Fact]
    public void Snapshot_MorePointsThanRoom_HoldsTheLastOnesInOrder()
    {
        var history = new SeriesHistory(capacity: 3, maxSeries: 5);
        for (var second = 1; second <= 5; second++)
        {
            history.Add(second * 1000, [new("users", second)]);
        }

        var kept = history.Snapshot();

        Assert.Equal([3000, 4000, 5000], kept.Times);
        Assert.Equal([3f, 4f, 5f], kept.Series["users"]);
    }

    [Fact]
    public void Snapshot_SeriesThatComesLateOrPauses_HasNoPointThere()
    {
        var history = new SeriesHistory(capacity: 4, maxSeries: 5);
        history.Add(1000, [new("users", 1)]);
        history.Add(2000, [new("users", 2), new("p50", 7)]);
        history.Add(3000, [new("users", 3)]);

        Assert.Equal([null, 7f, null], history.Snapshot().Series["p50"]);
    }

    [Fact]
    public void Snapshot_PointsOfALastRoundTheCircle_AreForgotten()
    {
        var history = new SeriesHistory(capacity: 2, maxSeries: 5);
        history.Add(1000, [new("p50", 7)]);
        history.Add(2000, []);
        history.Add(3000, []);

        Assert.Equal([null, null], history.Snapshot().Series["p50"]);
    }

    [Fact]
    public void Add_MoreSeriesThanRoom_LeavesOutTheLast()
    {
        var history = new SeriesHistory(capacity: 2, maxSeries: 1);

        history.Add(1000, [new("users", 1), new("p50", 2)]);

        Assert.Equal("users", Assert.Single(history.Snapshot().Series).Key);
    }
}
