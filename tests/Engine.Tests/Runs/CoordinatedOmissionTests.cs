using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Thresholds;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.Engine.Tests.Runs;

/// <summary>
/// The demonstration that comes with wrk2: a server answers in 10 ms, and once in 30 s stops for 1.4 s. At 1,000 requests a second every
/// twentieth meets the stop; a closed loop of ten users that makes as many meets it with ten requests, and does not notice.
/// </summary>
public sealed class CoordinatedOmissionTests(ITestOutputHelper output)
{
    private static readonly TimeSpan Duration = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task Run_ServerThatStallsOnce_ShowsInTheOpenLoopsP99AndNotInTheClosedLoops()
    {
        var closed = await RunClosedAsync();
        var open = await RunOpenAsync();

        Report("closed loop, 10 users", closed.Latency.All());
        Report("open loop, 1,000/s", open.Latency.All());
        Assert.InRange(closed.Completed, 28_000, 30_000);
        Assert.Equal((30_000, 0), (open.Completed, open.Dropped));
        Assert.InRange(closed.Latency.All().ValueAtPercentile(99), 9_990, 10_010);
        // 1,400 of 30,000 arrive during the stop; the 300 who wait longest begin after those who arrived in its first 300 ms.
        Assert.InRange(open.Latency.All().ValueAtPercentile(99), 1_100_000, 1_120_000);
        Assert.Equal((closed.Latency.All().Max, 1_410_000), (open.Latency.All().Max, open.Latency.All().Max));
    }

    /// <summary>What ends after the run must not be missing from it either: the last requests of a run are those that waited longest.</summary>
    [Fact]
    public async Task Run_ServerThatStallsAtTheEnd_ShowsAllTheSame()
    {
        var open = await RunOpenAsync(stallsAt: 28.6);

        Assert.Equal((30_000, 0), (open.Completed, open.CutOff));
        Assert.InRange(open.Latency.All().ValueAtPercentile(99), 1_100_000, 1_120_000);
        Assert.Equal(1_410_000, open.Latency.All().Max);
    }

    /// <summary>A second of 30 is 3 % of the requests, and they have no answer 5 s after the end.</summary>
    [Fact]
    public async Task Run_ServerThatHangsForGood_ShowsHowLongItsRequestsHaveWaited()
    {
        var open = await RunOpenAsync(stallsAt: 29, seconds: 3_600);

        Assert.Equal((1_000, 1_000), (open.CutOff, open.Unanswered));
        Assert.InRange(open.Latency.All().ValueAtPercentile(99), 5_000_000, 6_000_000);
        Assert.False(Threshold.Parse("p99<50ms").Evaluate(open).Met);
        Assert.False(Threshold.Parse("errors<1%").Evaluate(open).Met);
    }

    private static Task<LoadResult> RunClosedAsync()
    {
        var run = new SimulatedRun();
        return run.RunAsync(SimulatedRun.Profile(10, Duration, ThinkTime.None), StallingServer(run, 10, 1.4));
    }

    private static Task<LoadResult> RunOpenAsync(double stallsAt = 10, double seconds = 1.4)
    {
        var run = new SimulatedRun();
        var arrivals = ArrivalSchedule.Constant(1_000, Duration, ArrivalSpacing.Even, 1);
        return run.RunAsync(new OpenLoopProfile(arrivals, MaxInFlight: 2_000, Seed: 1), StallingServer(run, stallsAt, seconds));
    }

    private static UserAction StallingServer(SimulatedRun run, double stallsAt, double seconds)
    {
        var (stop, end) = (TimeSpan.FromSeconds(stallsAt), TimeSpan.FromSeconds(stallsAt + seconds));
        var started = run.Clock.GetTimestamp();
        return async (_, cancellationToken) =>
        {
            var now = run.Clock.GetElapsedTime(started);
            var stall = now >= stop && now < end ? end - now : TimeSpan.Zero;
            await Task.Delay(stall + TimeSpan.FromMilliseconds(10), run.Clock, cancellationToken);
            return new RequestOutcome(200, null, 0);
        };
    }

    private void Report(string loop, LatencyHistogram latency) => output.WriteLine(FormattableString.Invariant(
        $"{loop}: p50 {Ms(latency, 50)} ms, p99 {Ms(latency, 99)} ms, p99.9 {Ms(latency, 99.9)} ms, max {latency.Max / 1_000.0} ms"));

    private static double Ms(LatencyHistogram latency, double percentile) => Math.Round(latency.ValueAtPercentile(percentile) / 1_000.0, 1);
}
