using System.Net.ServerSentEvents;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class LiveFeedTests
{
    private readonly LiveFeed _feed = new(controls: null, new ManualTimeProvider(Snapshots.Start));

    [Fact]
    public async Task ReadAsync_PageOpenedLate_TellsWhatWas()
    {
        _feed.Publish(Snapshots.At(1, requestsPerSecond: 11));
        _feed.Publish(Snapshots.At(2, requestsPerSecond: 12));
        _feed.Mark("users 20 to 40");

        var hello = Assert.IsType<HelloEvent>((await FirstAsync(1))[0].Data);

        Assert.Equal([11f, 12f], hello.History.Series["requests"]);
        Assert.Equal("users 20 to 40", Assert.Single(hello.Markers).Text);
        Assert.Null(hello.Settings);
    }

    [Fact]
    public async Task ReadAsync_LatencyIsALowerBound_IsMarkedInItsSeries()
    {
        var second = Snapshots.At(1);
        _feed.Publish(second with { Load = second.Load with { P99Ms = new(300, AtLeast: true), P95Ms = new(null, NotStated: "dropped") } });

        var series = Assert.IsType<HelloEvent>((await FirstAsync(1))[0].Data).History.Series;

        Assert.Equal([300f], series["p99"]);
        Assert.Equal([1f], series["atLeast:p99"]);
        Assert.Equal(["p50", "p99"], series.Keys.Where(name => name.StartsWith('p')).Order(StringComparer.Ordinal).Where(name => name.Length == 3));
        Assert.DoesNotContain("atLeast:p50", series.Keys);
    }

    [Fact]
    public async Task ReadAsync_SecondsAndMarkers_ComeInOrderAfterTheHello()
    {
        var reading = FirstAsync(3);
        _feed.Publish(Snapshots.At(1));
        _feed.Mark("slower");

        var events = await reading;

        Assert.Equal(["hello", "second", "marker"], events.Select(item => item.EventType));
        var second = Assert.IsType<SecondEvent>(events[1].Data);
        Assert.Equal(1.2f, second.Values["share:1"]);
        Assert.Equal(5f, second.Values["answers:429"]);
    }

    [Fact]
    public async Task ReadAsync_PageThatDoesNotRead_MissesTheOldestAndTakesNoMore()
    {
        await using var page = _feed.ReadAsync(TestContext.Current.CancellationToken).GetAsyncEnumerator();
        Assert.True(await page.MoveNextAsync());
        for (var second = 1; second <= 100; second++)
        {
            _feed.Publish(Snapshots.At(second));
        }

        _feed.End();
        var unread = 0;
        while (await page.MoveNextAsync())
        {
            unread++;
        }

        Assert.Equal(30, unread);
    }

    [Fact]
    public async Task ReadAsync_PageThatLeaves_IsForgotten()
    {
        await FirstAsync(1);

        Assert.Equal(0, _feed.Readers);
    }

    [Fact]
    public async Task ReadAsync_MoreMarkersThanRoom_ForgetsTheFirst()
    {
        for (var number = 1; number <= 120; number++)
        {
            _feed.Mark($"change {number}");
        }

        var hello = Assert.IsType<HelloEvent>((await FirstAsync(1))[0].Data);

        Assert.Equal(100, hello.Markers.Count);
        Assert.Equal("change 21", hello.Markers[0].Text);
    }

    private async Task<List<SseItem<object>>> FirstAsync(int count)
    {
        var events = new List<SseItem<object>>();
        await foreach (var item in _feed.ReadAsync(TestContext.Current.CancellationToken))
        {
            events.Add(item);
            if (events.Count == count)
            {
                break;
            }
        }

        return events;
    }
}
