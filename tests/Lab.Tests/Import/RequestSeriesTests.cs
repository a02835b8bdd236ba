using DroneDelivery.LoadTests.Lab.Import;

namespace DroneDelivery.Lab.Tests.Import;

public sealed class RequestSeriesTests
{
    private const long Second = 1_000_000_000;

    /// <summary>More requests than wait at once, in an order in which those of one second are far apart.</summary>
    [Fact]
    public void ToRecord_ManyRequestsInAnyOrder_HasEachInItsSecond()
    {
        var series = new RequestSeries(new ImportExtent(5 * Second, 15 * Second));
        for (var request = 0; request < 300_000; request++)
        {
            series.Add(new ImportedRequest((5 + (request % 10)) * Second, Second / 10, 200, null));
        }

        var load = series.ToRecord();

        Assert.Equal(Enumerable.Repeat(30_000L, 10), load.Seconds.Select(second => second.Successful));
        Assert.All(load.Seconds, second => Assert.Equal(100, second.P50Ms.Milliseconds!.Value, 0.1));
        Assert.Equal((300_000, 10), (load.Sent, load.DurationSeconds));
    }

    [Fact]
    public void ToRecord_RequestsOfMoreThanADay_HasNoSeconds()
    {
        var series = new RequestSeries(new ImportExtent(0, 86_401 * Second));
        series.Add(new ImportedRequest(0, Second, 200, null));

        var load = series.ToRecord();

        Assert.Empty(load.Seconds);
        Assert.Equal((1, 1_000), (load.Sent, load.Latency.MaxMs));
    }

    [Fact]
    public void ToRecord_ManyReasons_CountsTheRestTogether()
    {
        var series = new RequestSeries(new ImportExtent(0, Second));
        for (var status = 400; status < 460; status++)
        {
            series.Add(new ImportedRequest(0, 1, status, ImportedRequest.FailureOf(status)));
        }

        var reasons = series.ToRecord().ErrorsByReason;

        Assert.Equal((51, 10), (reasons.Count, reasons["other"]));
    }
}
