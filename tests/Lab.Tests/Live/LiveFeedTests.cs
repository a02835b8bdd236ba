using System.Net.ServerSentEvents;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class LiveFeedTests
{
    private readonly ManualTimeProvider _time = new(Snapshots.Start);
    private readonly LiveFeed _feed;

    public LiveFeedTests() => _feed = new LiveFeed(controls: null, _time);

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

    [Fact]
    public async Task ReadAsync_PageOpenedDuringAChange_SaysHowLongItHasBeenInProgress()
    {
        _feed.ShowChange("Applying users 20 → 40");
        _time.Advance(TimeSpan.FromSeconds(3));
        _feed.ShowChange("Restarting Delivery");
        _time.Advance(TimeSpan.FromSeconds(4));

        var hello = Assert.IsType<HelloEvent>((await FirstAsync(1))[0].Data);

        Assert.Equal(new ChangeEvent("Restarting Delivery", 7, IsOver: false, Settings: null), hello.Change);
    }

    [Theory]
    [InlineData(0, null, "Done.")]
    [InlineData(8, null, "Done after 8 s.")]
    [InlineData(8, "delivery stopped with exit code 1.", "delivery stopped with exit code 1.")]
    public async Task EndChange_OfAChange_TellsTheResultAndTheSettings(int seconds, string? problem, string expected)
    {
        var settings = Snapshots.Settings;
        var controls = new LiveControls(Snapshots.Choices, () => settings, (_, _) => Task.CompletedTask);
        var feed = new LiveFeed(controls, _time);
        var reading = FirstAsync(3, feed);
        feed.ShowChange("Restarting Delivery");
        _time.Advance(TimeSpan.FromSeconds(seconds));
        settings = settings with { PartitionKey = "ownerId" };
        feed.EndChange(problem);

        var events = await reading;

        Assert.Equal(["hello", "change", "change"], events.Select(item => item.EventType));
        Assert.Equal(new ChangeEvent(expected, seconds, IsOver: true, settings), events[2].Data);
        Assert.Null(Assert.IsType<HelloEvent>((await FirstAsync(1, feed))[0].Data).Change);
    }

    [Fact]
    public async Task EndChange_NoneInProgress_SendsNothing()
    {
        var reading = FirstAsync(2);
        _feed.EndChange();
        _feed.Mark("next");

        Assert.Equal(["hello", "marker"], (await reading).Select(item => item.EventType));
    }

    private Task<List<SseItem<object>>> FirstAsync(int count) => FirstAsync(count, _feed);

    private static async Task<List<SseItem<object>>> FirstAsync(int count, LiveFeed feed)
    {
        var events = new List<SseItem<object>>();
        await foreach (var item in feed.ReadAsync(TestContext.Current.CancellationToken))
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
