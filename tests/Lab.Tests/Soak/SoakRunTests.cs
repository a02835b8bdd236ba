using DroneDelivery.Lab.Tests.Capacity;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.Lab.Tests.Http;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Soak;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.Lab.Tests.Soak;

public sealed class SoakRunTests : IDisposable
{
    private readonly StoredRuns _runs = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _runs.Dispose();

    [Fact]
    public async Task RunAsync_AFewSeconds_HasEveryFigureOfGeneratorAndRequests()
    {
        await using var server = await StubServer.StartAsync();
        await using var target = new UrlTarget(new Uri(server.Address));

        var folder = await Run(target).RunAsync(
            _runs.In("soak"), rate: 50, capacity: 100, TimeSpan.FromSeconds(6), Token);

        var run = await folder.ReadAsync(Token);
        var figures = SoakFigures.FromRun(run);
        Assert.InRange(run.Record.Load.Successful, 1, server.Requests);
        Assert.Equal(run.Record.Load.Sent, run.Samples.Requests.Count);
        Assert.False(run.Record.Manifest.Interrupted);
        Assert.Equal((50.0, 100.0), (figures.Rate, figures.Capacity));
        Assert.Equal(
            [
                ("load-generator", "open handles"), ("load-generator", "resident memory"), ("load-generator", "threads"),
                ("requests", "p50"),
                ("requests", "p99"),
            ],
            figures.Series.Select(series => (series.Subject, series.Figure)).Order());
        Assert.All(figures.Series, series => Assert.NotEmpty(series.Points));
        Assert.All(figures.Series.SelectMany(series => series.Points), point => Assert.True(point.Y > 0, point.ToString()));
    }

    [Fact]
    public async Task RunAsync_TargetFails_KeepsWhatWasMeasured()
    {
        // The warm-up, a ramp of five seconds, has about 125 requests.
        const int Last = 200;
        var asked = 0;
        var stop = () => { };
        await using var target = new StubTarget(token =>
        {
            if (Interlocked.Increment(ref asked) < Last)
            {
                return ValueTask.FromResult(new RequestOutcome(200, null, 1));
            }

            stop();
            return StubTarget.NoAnswerAsync(token);
        });
        stop = () => target.Fail("The stub exited.");

        var failure = await Assert.ThrowsAsync<LabException>(() => Run(target).RunAsync(
            _runs.In("soak"), rate: 50, capacity: null, TimeSpan.FromSeconds(20), Token));

        Assert.StartsWith("The stub exited.", failure.Message);
        var kept = await failure.Kept!.ReadRecordAsync(Token);
        Assert.True(kept.Manifest.Interrupted);
        Assert.InRange(kept.Load.Successful, 10, 120);
    }

    private static SoakRun Run(LoadTarget target) => new(target, "soak", _ => { }, TimeProvider.System);
}
