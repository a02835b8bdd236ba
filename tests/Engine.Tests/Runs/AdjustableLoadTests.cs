using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.Engine.Tests.Runs;

[Collection(AloneCollection.Name)]
public sealed class AdjustableLoadTests
{
    private readonly SimulatedRun _run = new();

    [Fact]
    public async Task Run_UsersThatChange_GiveTheThroughputOfThoseWhoAreThere()
    {
        var load = Load(ThinkTime.Fixed(Seconds(0.9)), _run.AnswersAfter(Seconds(0.1)));
        var seen = new Dictionary<double, RunSnapshot>();

        await RunAsync(load, Seconds(40), elapsed =>
        {
            seen[elapsed] = _run.Monitor.Snapshot();
            SetUsersAt(load, elapsed, (10, 4), (20, 2), (30, 0));
        });

        Assert.Equal([0, 4, 2, 0], new[] { 9.0, 19, 29, 39 }.Select(moment => seen[moment].Users));
        Assert.Equal([0, 4, 2, 0], new[] { 9.0, 19, 29, 39 }.Select(moment => Math.Round(seen[moment].RequestsPerSecond, 1)));
        Assert.Equal((RunPhase.Measuring, Timeout.InfiniteTimeSpan), (seen[9.0].Phase, seen[9.0].Planned));
    }

    [Fact]
    public async Task SetUsers_BeforeTheStart_TakesEffectWithIt()
    {
        var load = Load(ThinkTime.Fixed(Seconds(0.9)), _run.AnswersAfter(Seconds(0.1)));
        load.SetUsers(3);

        await RunAsync(load, Seconds(10));

        Assert.Equal((3, 30), (load.Users, _run.Monitor.Snapshot().Completed));
    }

    [Fact]
    public async Task SetUsers_SeveralAtOnce_DoNotAskInPhase()
    {
        var sent = new List<double>();
        var load = Observed(ThinkTime.Fixed(Seconds(2)), 0.1, request => sent.Add(request.Timing.Sent.TotalSeconds));
        load.SetUsers(4);

        await RunAsync(load, Seconds(2));

        Assert.Equal([0, 0.5, 1, 1.5], sent);
    }

    [Fact]
    public async Task SetUsers_Fewer_LetsRequestsUnderWayFinishAndCutsNoneOff()
    {
        var done = new List<double>();
        var load = Observed(ThinkTime.Fixed(Seconds(1)), 3, request => done.Add(request.Timing.Done.TotalSeconds));
        load.SetUsers(1);

        await RunAsync(load, Seconds(10), elapsed => SetUsersAt(load, elapsed, (1, 0)));

        Assert.Equal([3], done);
        Assert.Equal(0, _run.Monitor.Snapshot().Users);
    }

    [Fact]
    public async Task SetUsers_BackBeforeTheAnswerCame_NeverHasAUserAskTwiceAtOnce()
    {
        var (inFlight, most) = (0, 0);
        var answers = _run.AnswersAfter(Seconds(2));
        var load = Load(ThinkTime.None, async (iteration, cancellationToken) =>
        {
            most = Math.Max(most, ++inFlight);
            var outcome = await answers(iteration, cancellationToken);
            inFlight--;
            return outcome;
        });
        load.SetUsers(1);

        await RunAsync(load, Seconds(9.5), elapsed => SetUsersAt(load, elapsed, (0.5, 0), (1, 1), (1.2, 0), (1.4, 1)));

        Assert.Equal((1, 4), (most, _run.Monitor.Snapshot().Completed));
    }

    [Fact]
    public async Task SetUsers_AwayAndBack_GoesOnInTheUsersStreams()
    {
        var (steady, interrupted) = (new AdjustableLoadTests(), new AdjustableLoadTests());

        var expected = await steady.ChoicesAsync();
        var actual = await interrupted.ChoicesAsync((3, 0), (5, 1));

        Assert.InRange(actual.Count, 5, expected.Count - 1);
        Assert.Equal(expected.Take(actual.Count), actual);
    }

    [Fact]
    public async Task Run_Cancelled_CutsOffWhatIsInFlightAndStops()
    {
        var load = Load(ThinkTime.None, _run.AnswersAfter(TimeSpan.FromHours(1)));
        load.SetUsers(5);

        await RunAsync(load, Seconds(3));

        var end = _run.Monitor.Snapshot();
        Assert.Equal((RunPhase.Finished, 0, 0), (end.Phase, end.Users, end.InFlight));
        Assert.Equal((0, 0, Seconds(3)), (end.Completed, end.Failed, end.Elapsed));
        Assert.Equal(0, _run.Clock.PendingTimers);
    }

    [Fact]
    public async Task Run_ForHours_KeepsItsMemory()
    {
        var load = Load(ThinkTime.Fixed(Seconds(0.9)), _run.AnswersAfter(Seconds(0.1)));
        load.SetUsers(2);
        long early = 0, late = 0;

        await RunAsync(load, TimeSpan.FromHours(2), elapsed =>
        {
            early = elapsed == 600 ? GC.GetTotalMemory(forceFullCollection: true) : early;
            late = elapsed == 7_000 ? GC.GetTotalMemory(forceFullCollection: true) : late;
        });

        // A sample for each of 6,400 seconds would be more than 400 KB.
        Assert.True(late - early < 200_000, $"{early:N0} bytes after ten minutes, {late:N0} after two hours");
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private static ClosedLoopProfile Profile(ThinkTime thinkTime) => SimulatedRun.Profile(1, Seconds(1), thinkTime);

    private static void SetUsersAt(AdjustableLoad load, double elapsed, params ReadOnlySpan<(double At, int Users)> changes)
    {
        foreach (var (at, users) in changes)
        {
            if (at == elapsed)
            {
                load.SetUsers(users);
            }
        }
    }

    private AdjustableLoad Load(ThinkTime thinkTime, UserAction action) => new(Profile(thinkTime), action, _run.Clock);

    private AdjustableLoad Observed(ThinkTime thinkTime, double serviceTime, Action<RequestObservation> observe) =>
        new(Profile(thinkTime), _run.AnswersAfter(Seconds(serviceTime)), _run.Clock) { Observe = observe };

    /// <summary>What one user chooses in ten seconds, with the number of users changed at some moments.</summary>
    private async Task<IReadOnlyList<int>> ChoicesAsync(params (double At, int Users)[] changes)
    {
        var choices = new List<int>();
        var answers = _run.AnswersAfter(Seconds(0.1));
        var load = Load(ThinkTime.Exponential(Seconds(0.5)), (iteration, cancellationToken) =>
        {
            choices.Add(iteration.Random.Next(1_000));
            return answers(iteration, cancellationToken);
        });
        load.SetUsers(1);
        await RunAsync(load, Seconds(10), elapsed => SetUsersAt(load, elapsed, changes));
        return choices;
    }

    private bool SomebodyIsLeaving(AdjustableLoad load) =>
        _run.Monitor.Snapshot() is var now && now.Users > Math.Max(load.Users, now.InFlight);

    /// <param name="onTick">Called every 50 ms of the clock with the seconds that have passed.</param>
    private Task RunAsync(AdjustableLoad load, TimeSpan duration, Action<double>? onTick = null) => Task.Run(async () =>
    {
        using var stop = new CancellationTokenSource();
        var started = _run.Clock.GetTimestamp();
        var run = load.RunAsync(_run.Monitor, stop.Token);
        for (var elapsed = TimeSpan.Zero; elapsed < duration; elapsed = _run.Clock.GetElapsedTime(started))
        {
            onTick?.Invoke(elapsed.TotalSeconds);
            while (SomebodyIsLeaving(load))
            {
                // A wait that is cancelled ends on another thread: let it come back before time passes.
                await Task.Yield();
            }

            _run.Clock.Advance(TimeSpan.FromMilliseconds(50));
        }

        await stop.CancelAsync();
        await run;
    });
}
