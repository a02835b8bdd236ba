using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Collection;

namespace DroneDelivery.Lab.Tests.Collection;

public sealed class MetricStoreTests
{
    [Fact]
    public void Store_FewSamples_KeepsAllAndReturnsTheLatest()
    {
        var store = new MetricStore();

        store.Add([Sample("gc.pause", 1, 0.5), Sample("threads", 1, 20)]);
        store.Add([Sample("gc.pause", 2, 0.7)]);

        Assert.Equal([0.5, 0.7, 20], store.Snapshot().Select(sample => sample.Value));
        Assert.Equal([0.7, 20], store.Latest().Select(sample => sample.Value));
        Assert.Equal(new MetricStoreCounts(Received: 3, Stored: 3), store.Counts);
    }

    [Fact]
    public void Store_LongSeries_IsThinnedEvenlyOverItsTime()
    {
        var store = new MetricStore(samplesPerSeries: 8);

        for (var second = 0; second <= 100; second++)
        {
            store.Add([Sample("threads", second, second)]);
        }

        Assert.Equal([0, 16, 32, 48, 64, 80, 96], store.Snapshot().Select(sample => sample.Time));
        Assert.Equal(100, Assert.Single(store.Latest()).Time);
        Assert.Equal((101, 7, 94), (store.Counts.Received, store.Counts.Stored, store.Counts.Dropped));
    }

    [Fact]
    public void Store_TooManySeries_DropsAndCountsFurtherSamples()
    {
        var store = new MetricStore(maxSeries: 2);

        store.Add([.. Enumerable.Range(0, 5).Select(number => Sample($"series {number}", 1, 0))]);
        store.Add([Sample("series 1", 2, 0)]);

        Assert.Equal(["series 0", "series 1", "series 1"], store.Snapshot().Select(sample => sample.Name));
        Assert.Equal(new MetricStoreCounts(Received: 6, Stored: 3), store.Counts);
    }

    [Fact]
    public void RemoveBefore_OldSamples_KeepsNewerOnesAndTheirSeries()
    {
        var store = new MetricStore();
        store.Add([Sample("threads", 1, 20), Sample("gone", 2, 1), Sample("threads", 3, 21), Sample("threads", 4, 22)]);

        store.RemoveBefore(3);

        Assert.Equal([21, 22], store.Snapshot().Select(sample => sample.Value));
        Assert.Equal("threads", Assert.Single(store.Latest()).Name);
        Assert.Equal(new MetricStoreCounts(Received: 2, Stored: 2), store.Counts);
    }

    [Fact]
    public void Store_Cleared_StartsFromNothing()
    {
        var store = new MetricStore();
        store.Add([Sample("threads", 1, 20)]);

        store.Clear();

        Assert.Empty(store.Snapshot());
        Assert.Equal(new MetricStoreCounts(0, 0), store.Counts);
    }

    private static MetricSample Sample(string name, long time, double value) => new("gateway", name, "", time, value);
}
