using System.Net;
using System.Net.ServerSentEvents;
using DroneDelivery.LoadTests.Lab;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class LiveServerTests
{
    [Theory]
    [InlineData("", "text/html")]
    [InlineData("main.js", "text/javascript")]
    [InlineData("live.css", "text/css")]
    public async Task Get_FileOfThePage_IsServedWithAPolicyThatAllowsNothingFromElsewhere(string path, string type)
    {
        await using var page = await RunningPage.StartAsync(controls: null);

        using var response = await page.SendAsync(HttpMethod.Get, path);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(type, response.Content.Headers.ContentType?.MediaType);
        Assert.StartsWith("default-src 'none'", Assert.Single(response.Headers.GetValues("Content-Security-Policy")));
    }

    [Fact]
    public async Task GetLive_SecondPublished_IsSentAsAnEventOfJson()
    {
        await using var page = await RunningPage.StartAsync(controls: null);
        await using var stream = await page.Client.GetStreamAsync("api/live", TestContext.Current.CancellationToken);
        var types = new List<string>();

        await foreach (var item in SseParser.Create(stream).EnumerateAsync(TestContext.Current.CancellationToken))
        {
            types.Add(item.EventType);
            if (item.EventType == "second")
            {
                Assert.Contains("\"requestsPerSecond\":12.5", item.Data, StringComparison.Ordinal);
                break;
            }

            page.Feed.Publish(Snapshots.At(1, requestsPerSecond: 12.5));
        }

        Assert.Equal(["hello", "second"], types);
    }

    [Fact]
    public async Task DisposeAsync_PageStillReading_EndsItsStream()
    {
        var page = await RunningPage.StartAsync(controls: null);
        await using var stream = await page.Client.GetStreamAsync("api/live", TestContext.Current.CancellationToken);
        using var reader = new StreamReader(stream);

        await page.DisposeAsync();

        // A connection that is aborted when the time to stop is over would be an exception.
        Assert.StartsWith("event: hello", await reader.ReadToEndAsync(TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("attacker.example")]
    [InlineData("127.0.0.1.attacker.example")]
    [InlineData("192.168.0.7:5080")]
    public async Task Get_HostThatIsNotLoopback_IsRefused(string host)
    {
        await using var page = await RunningPage.StartAsync(controls: null);

        using var response = await page.SendAsync(HttpMethod.Get, "", host);

        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
    }

    [Fact]
    public async Task StartAsync_PortTaken_SaysSo()
    {
        await using var first = await RunningPage.StartAsync(controls: null);

        var failure = await Assert.ThrowsAsync<LabException>(() => RunningPage.StartAsync(controls: null, first.Address.Port));

        Assert.Contains($"port {first.Address.Port} of 127.0.0.1 is taken", failure.Message, StringComparison.Ordinal);
    }
}
