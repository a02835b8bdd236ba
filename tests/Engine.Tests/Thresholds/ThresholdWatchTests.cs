using DroneDelivery.Engine.Tests.Runs;
using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.Engine.Tests.Thresholds;

public sealed class ThresholdWatchTests
{
    private static readonly TimeSpan Planned = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task Watch_ThresholdThatCannotBeMet_StopsTheRunSoonAsync()
    {
        var (result, missed) = await RunAsync("errors==0", statusCode: 503);

        Assert.Equal("errors==0", missed?.Threshold);
        Assert.True(result.Interrupted);
        Assert.InRange(result.Elapsed.TotalSeconds, 0.1, 0.5);
    }

    [Fact]
    public async Task Watch_ThresholdThatIsMet_LetsTheRunEndAsync()
    {
        var (result, missed) = await RunAsync("errors==0", statusCode: 200);

        Assert.Null(missed);
        Assert.False(result.Interrupted);
        Assert.Equal(Planned, result.Elapsed);
    }

    private static async Task<(LoadResult Result, ThresholdResult? Missed)> RunAsync(string threshold, int statusCode)
    {
        var run = new SimulatedRun();
        var schedule = ArrivalSchedule.Constant(10, Planned, ArrivalSpacing.Even, 1);
        var rule = new AbortRule([Threshold.Parse(threshold)], new RunOutlook(Planned, (long)schedule.Expected), null);
        using var over = new CancellationTokenSource();
        var watch = new ThresholdWatch(rule, run.Clock).WatchAsync(run.Monitor, run.Cancellation.Cancel, over.Token);

        var result = await run.RunAsync(
            new OpenLoopProfile(schedule, 100, 1), run.AnswersAfter(TimeSpan.FromMilliseconds(20), statusCode));
        await over.CancelAsync();
        return (result, await watch);
    }
}
