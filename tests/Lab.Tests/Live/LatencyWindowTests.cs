using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Lab.Live;

namespace DroneDelivery.Lab.Tests.Live;

public sealed class LatencyWindowTests
{
    private readonly LatencyWindow _window = new();

    [Fact]
    public void Roll_SuccessesAndFailures_CountsThemOfOneSecond()
    {
        Add(latencyMs: 100, status: 200);
        Add(latencyMs: 300, status: 200);
        Add(latencyMs: 5_000, status: 503);

        var first = _window.Roll();
        var second = _window.Roll();

        Assert.Equal((2, 1), (first.Completed, first.Failed));
        Assert.Equal((0, 0), (second.Completed, second.Failed));
    }

    [Fact]
    public void Roll_SlowSecond_IsInThePercentilesForFiveSeconds()
    {
        Add(latencyMs: 1_000, status: 200);
        var tails = Enumerable.Range(0, 6).Select(_ => _window.Roll().P99.Milliseconds).ToList();

        Assert.All(tails[..5], tail => Assert.Equal(1_000, tail!.Value, 1.0));
        Assert.Null(tails[5]);
    }

    [Fact]
    public void Roll_TimeOut_IsInThePercentilesAsALowerBoundWithSuccessesApart()
    {
        Add(latencyMs: 100, status: 200);
        Add(latencyMs: 60_000, status: 0, error: RequestOutcome.TimedOut);

        var figures = _window.Roll();

        Assert.Equal((100.0, false), (figures.P50.Milliseconds!.Value, figures.P50.AtLeast));
        Assert.Equal((60_000.0, true), (figures.P99.Milliseconds!.Value, figures.P99.AtLeast));
        Assert.Equal(100_000, figures.Successes!.ValueAtPercentile(99));
    }

    [Fact]
    public void Roll_NothingFailed_HasNoSuccessesApart()
    {
        Add(latencyMs: 10, status: 200);

        Assert.Null(_window.Roll().Successes);
    }

    private void Add(double latencyMs, int status, string? error = null) => _window.Add(new RequestObservation(
        default,
        Snapshots.Start,
        TimeSpan.FromSeconds(1),
        TimeSpan.FromSeconds(1),
        TimeSpan.FromSeconds(1),
        TimeSpan.FromSeconds(1),
        TimeSpan.FromSeconds(1) + TimeSpan.FromMilliseconds(latencyMs),
        new RequestOutcome(status, error, 0)));
}
