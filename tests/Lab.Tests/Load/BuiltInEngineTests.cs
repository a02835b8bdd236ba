using DroneDelivery.Lab.Tests.Capacity;
using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Load;

public sealed class BuiltInEngineTests
{
    private static readonly TimeSpan Duration = TimeSpan.FromMilliseconds(200);

    [Fact]
    public async Task RunAsync_OpenLoop_RecordsWhatWasAskedAndDropped()
    {
        var schedule = ArrivalSchedule.Constant(100, Duration, ArrivalSpacing.Even, seed: 1);

        var load = await RunAsync(new OpenLoopProfile(schedule, MaxInFlight: 100, Seed: 1));

        Assert.Equal(20, load.Arrivals?.Asked);
        Assert.Equal((20L, (long?)0), (load.Sent, load.Arrivals?.Dropped));
        Assert.NotNull(load.Arrivals?.Late);
        Assert.Equal(0.2, load.PlannedSeconds);
        Assert.Null(load.ThinkTimeMs);
    }

    [Fact]
    public async Task RunAsync_ClosedLoop_RecordsThinkTimeAndNoArrivals()
    {
        var think = ThinkTime.Fixed(TimeSpan.FromMilliseconds(20));

        var load = await RunAsync(new ClosedLoopProfile(
            [LoadStep.Hold(1, Duration)], think, TimeSpan.Zero, 0, SimulatedRoundTrip.None, Seed: 1));

        Assert.NotEqual(0, load.Successful);
        Assert.Equal(20, load.ThinkTimeMs);
        Assert.Null(load.Arrivals);
        Assert.Equal((0, null, null), (load.Calls.Count, load.AllCalls, load.Seconds[0].Calls));
    }

    [Fact]
    public async Task RunAsync_IterationsOfCalls_RecordsThemByNameAndTogether()
    {
        var profile = new ClosedLoopProfile(
            [LoadStep.Hold(1, Duration)], ThinkTime.Fixed(Duration), TimeSpan.Zero, 0, SimulatedRoundTrip.None, Seed: 1);

        var load = await RunAsync(profile, async (iteration, token) =>
        {
            await iteration.CallAsync("list", _ => ValueTask.FromResult(new RequestOutcome(200, null, 2)), token);
            return await iteration.CallAsync("item", _ => ValueTask.FromResult(new RequestOutcome(503, null, 2)), token);
        });

        Assert.Equal([("list", 1, 0), ("item", 0, 1)], load.Calls.Select(call => (call.Name, call.Successful, call.Failed)));
        Assert.Equal((1, 1, 0.5), (load.AllCalls!.Successful, load.AllCalls.Failed, load.AllCalls.FailedShare));
        Assert.Equal((true, false, false), (
            load.AllCalls.Successes is not null, load.Calls[0].Successes is not null, load.Calls[1].Successes is not null));
    }

    [Fact]
    public async Task RunAsync_ActionNeverAnswers_RecordsUnansweredRequestsWithALowerBound()
    {
        var profile = new ClosedLoopProfile(
            [LoadStep.Hold(2, Duration)], ThinkTime.None, TimeSpan.Zero, 0, SimulatedRoundTrip.None, Seed: 1)
        {
            Grace = TimeSpan.FromSeconds(1),
        };

        var load = await RunAsync(profile, (_, token) => StubTarget.NoAnswerAsync(token));

        Assert.Equal((2, 2, 2, 0, 0), (load.Sent, load.Unanswered, load.NotSuccessful, load.ClientErrors, load.Successful));
        Assert.Equal("unanswered: 2", load.FailuresInWords);
        Assert.Equal(1, load.FailedShare);
        Assert.InRange(load.Latency.P50Ms!.Value, 1_000, 1_300);
        Assert.StartsWith("at least 1.", load.Latency.P99.ToText(ms => $"{ms / 1000:0.0}"));
        Assert.Equal(["mean", "max", "p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99"], load.Latency.AtLeast);
        Assert.NotNull(load.Successes);
    }

    private static async Task<LoadRecord> RunAsync(LoadProfile profile, UserAction? action = null)
    {
        var assignment = new LoadAssignment(
            "sample", profile, action ?? Answer, new LoadMonitor(), _ => ValueTask.CompletedTask, Folder: ".");
        var time = new ManualTimeProvider();
        var measured = await time.DriveAsync(
            () => LoadEngine.BuiltIn(time).RunAsync(assignment, TestContext.Current.CancellationToken));
        return measured.Load;

        static ValueTask<RequestOutcome> Answer(UserIteration iteration, CancellationToken cancellationToken) =>
            ValueTask.FromResult(new RequestOutcome(200, null, 2));
    }
}
