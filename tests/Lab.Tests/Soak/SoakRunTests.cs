using DroneDelivery.Lab.Tests.Http;
using DroneDelivery.LoadTests.Lab.Soak;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.Lab.Tests.Soak;

public sealed class SoakRunTests
{
    [Fact]
    public async Task RunAsync_AFewSeconds_HasEveryFigureOfGeneratorAndRequests()
    {
        await using var server = await StubServer.StartAsync();
        await using var target = new UrlTarget(new Uri(server.Address));

        var record = await new SoakRun(target, _ => { }, TimeProvider.System).RunAsync(
            rate: 50, capacity: 100, TimeSpan.FromSeconds(2.5), "soak", TestContext.Current.CancellationToken);

        Assert.InRange(record.Completed, 1, server.Requests);
        Assert.Equal((false, null), (record.Envelope.Interrupted, record.Envelope.Failure));
        Assert.Equal(
            [
                ("load-generator", "open handles"), ("load-generator", "resident memory"), ("load-generator", "threads"),
                ("requests", "p50"),
                ("requests", "p99"),
            ],
            record.Series.Select(series => (series.Subject, series.Figure)).Order());
        Assert.All(record.Series, series => Assert.NotEmpty(series.Points));
        Assert.All(record.Series.SelectMany(series => series.Points), point => Assert.True(point.Value > 0, point.ToString()));
    }
}
