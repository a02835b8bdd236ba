using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.Engine.Tests.Runs;

public sealed class OpenLoopTests
{
    private readonly SimulatedRun _run = new();

    [Fact]
    public async Task Run_SlowAnswers_DoNotHoldLaterArrivalsBack()
    {
        var profile = Profile(rate: 10, seconds: 20);

        var result = await _run.RunAsync(profile, _run.AnswersAfter(Seconds(3)));

        Assert.Equal((200, 0, 0), (result.Sent, result.Late, result.Dropped));
        Assert.Equal(new ArrivalCounts(200, 30), result.Arrivals);
        Assert.Equal((200, 29, 0, 0), (result.Completed, result.CompletedLate, result.Failed, result.CutOff));
        Assert.Equal((3_000_000, 3_000_000), (result.Latency.All().Min, result.Latency.All().Max));
        Assert.Equal(30, result.Seconds[10].InFlight);
        Assert.Single(result.Steps);
        Assert.Equal(171 / 20.0, result.RequestsPerSecond);
    }

    [Fact]
    public async Task Run_MoreInFlightThanAllowed_DropsAndCountsArrivals()
    {
        var profile = new OpenLoopProfile(Even(100, 10), MaxInFlight: 30, Seed: 1);

        var result = await _run.RunAsync(profile, _run.AnswersAfter(Seconds(1)));

        // Every second 30 of 100 find room.
        Assert.Equal((300, 0, 700), (result.Sent, result.Late, result.Dropped));
        Assert.Equal(new ArrivalCounts(1_000, 30), result.Arrivals);
        Assert.Equal([(30L, 70L)], result.Seconds.Select(second => (second.Sent, second.Dropped)).Distinct());
        Assert.Equal(700, result.Dropped);
        Assert.Equal(result.Arrivals!.Scheduled, result.Completed + result.Failed + result.CutOff + result.Dropped);
        Assert.All(result.Seconds, second => Assert.InRange(second.InFlight, 0, 30));
    }

    [Fact]
    public async Task Run_ServerThatNeverAnswers_EndsAfterTheGrace()
    {
        var profile = new OpenLoopProfile(Even(1_000, 2), MaxInFlight: 50, Seed: 1) { Grace = Seconds(1) };
        var started = _run.Clock.GetTimestamp();

        var result = await _run.RunAsync(profile, _run.AnswersAfter(TimeSpan.FromHours(1)));

        Assert.Equal((0, 50, 1_950), (result.Completed, result.CutOff, result.Dropped));
        Assert.Equal((50, 0), (result.Unanswered, result.RequestsPerSecond));
        Assert.InRange(result.Latency.All().Min, 2_950_000, result.Latency.All().Max);
        Assert.InRange(_run.Clock.GetElapsedTime(started), Seconds(3), Seconds(3.1));
        Assert.Equal(Seconds(2), result.Elapsed);
    }

    [Fact]
    public async Task Run_FarMoreThanAServerTakes_KeepsToItsBoundAndItsTime()
    {
        var profile = new OpenLoopProfile(Even(20_000, 3), MaxInFlight: 200, Seed: 1) { Grace = Seconds(1) };
        var started = _run.Clock.GetTimestamp();

        var result = await _run.RunAsync(profile, _run.AnswersAfter(Seconds(2.5)));

        Assert.Equal((60_000, 400, 59_600), (result.Arrivals!.Scheduled, result.Sent, result.Dropped));
        Assert.Equal((200, 200, 200), (result.Completed, result.CutOff, result.Arrivals.MaxInFlightReached));
        Assert.InRange(_run.Clock.GetElapsedTime(started), Seconds(4), Seconds(4.1));
    }

    [Fact]
    public async Task Run_TimersThatFireLate_CountTheDelayFromTheScheduledMoment()
    {
        var run = new SimulatedRun { TimerLag = Seconds(0.02) };

        var result = await run.RunAsync(Profile(rate: 10, seconds: 10), run.AnswersAfter(Seconds(0.1)));

        Assert.Equal((20_000, 20_000), (result.Lateness.ValueAtPercentile(50), result.Lateness.Max));
        Assert.Equal((120_000, 100_000), (result.Latency.All().Max, result.ServiceTime.Max));
        // The first arrival, at the start, needs no timer.
        Assert.Equal(99, result.Late);
        Assert.True(result.Generator.WasLimit);
    }

    [Fact]
    public async Task Run_GeneratorThatFellBehind_MakesWhatIsDueAndCountsWhatItCouldNot()
    {
        // One action holds the schedule's thread from 2 s to 4 s of 10, another one from 9 s to beyond the end.
        var profile = Profile(rate: 10, seconds: 10);
        var result = await _run.RunAsync(profile, (iteration, _) =>
        {
            if (iteration.User is 20 or 90)
            {
                _run.Clock.Advance(Seconds(2));
            }

            return ValueTask.FromResult(new RequestOutcome(200, null, 0));
        });

        Assert.Equal((91, 19, 0), (result.Sent, result.Late, result.Dropped));
        Assert.Equal(new ArrivalCounts(100, 1), result.Arrivals);
        // The action that ran into the end is over a second later; nine were still due.
        Assert.Equal((91, 1, 9), (result.Completed, result.CompletedLate, result.CutOff));
        Assert.InRange(result.Latency.All().Max, 2_000_000, 2_000_100);
        Assert.Contains("9.0 % of the arrivals were due before the end and could not be started.", result.Generator.Limits);
    }

    [Fact]
    public async Task Run_DropAtTheBoundaryOfASecond_IsInTheSecondThatBegins()
    {
        var arrivals = ArrivalSchedule.Constant(2, Seconds(4), ArrivalSpacing.Even, 1);
        var profile = new OpenLoopProfile(arrivals, 1, 1) { Grace = TimeSpan.Zero };

        var result = await _run.RunAsync(profile, _run.AnswersAfter(TimeSpan.FromHours(1)));

        Assert.Equal([1L, 2, 2, 2], result.Seconds.Select(second => second.Dropped));
        Assert.Equal(7, result.Latency.Dropped);
        Assert.Equal("7 of 8 arrivals were dropped, and p50 leaves room for 4", result.Latency.Percentile(50).NotStated);
    }

    [Fact]
    public async Task Run_Stages_AreSummedUpEach()
    {
        ArrivalStage[] stages =
            [ArrivalStage.Hold(10, Seconds(5)), ArrivalStage.Hold(100, Seconds(1)), ArrivalStage.Hold(10, Seconds(4))];
        var arrivals = ArrivalSchedule.Staged(stages, ArrivalSpacing.Even, 1);

        var result = await _run.RunAsync(new OpenLoopProfile(arrivals, 100, 1), _run.AnswersAfter(Seconds(0.25)));

        Assert.Equal([5.0, 1, 4], result.Steps.Select(step => step.DurationSeconds));
        Assert.Equal([48L, 77, 63], result.Steps.Select(step => step.Successful));
        Assert.Equal([10L, 100, 10], new[] { 4, 5, 6 }.Select(second => result.Seconds[second].Sent));
    }

    [Fact]
    public async Task Run_Arrivals_AreUsersOfTheirOwnWithStreamsOfTheirOwn()
    {
        var first = await ChoicesAsync(maxInFlight: 100);
        var second = await ChoicesAsync(maxInFlight: 3);

        Assert.Equal(Enumerable.Range(0, 50), first.Select(choice => choice.User));
        Assert.True(first.Select(choice => choice.Value).Distinct().Count() > 45, "arrivals share a stream");
        // Who served an arrival must not matter.
        Assert.Equal(first, second);
    }

    [Fact]
    public async Task Run_WarmUp_IsCountedApartAndDrainsFirst()
    {
        var inFlight = -1;
        var (now, monitor) = (0, new RunMonitor());
        var run = new SimulatedRun
        {
            Monitor = monitor,
            BeforeMeasuring = _ =>
            {
                inFlight = Volatile.Read(ref now);
                Assert.Equal(0, monitor.Figures().Completed);
                return ValueTask.CompletedTask;
            },
        };
        var answers = run.AnswersAfter(Seconds(0.5));
        var profile = Profile(rate: 10, seconds: 5) with { WarmUp = Even(4, 3) };

        var result = await run.RunAsync(profile, async (iteration, cancellationToken) =>
        {
            Interlocked.Increment(ref now);
            var outcome = await answers(iteration, cancellationToken);
            Interlocked.Decrement(ref now);
            return outcome;
        });

        Assert.Equal(0, inFlight);
        Assert.Equal((12, 0, 0, Seconds(3)), (result.WarmUp.Completed, result.WarmUp.Failed, result.WarmUp.CutOff, result.WarmUp.Elapsed));
        Assert.Equal((50, 50), (result.Sent, result.Completed));
    }

    [Fact]
    public async Task Run_Cancelled_ReturnsWhatWasMeasuredUntilThen()
    {
        var result = await _run.RunAsync(Profile(rate: 10, seconds: 60), _run.AnswersAfter(Seconds(0.5)), elapsed =>
        {
            if (elapsed >= Seconds(7.75))
            {
                _run.Cancellation.Cancel();
            }
        });

        Assert.True(result.Interrupted);
        Assert.Equal(Seconds(7.75), result.Elapsed);
        Assert.Equal((78, 0, 0), (result.Sent, result.Late, result.Dropped));
        Assert.Equal(new ArrivalCounts(78, 5), result.Arrivals);
        Assert.Equal((73, 5), (result.Completed, result.CutOff));
    }

    [Fact]
    public async Task Run_ObserverThatThrows_EndsTheRunWithWhatItThrew()
    {
        var run = new SimulatedRun { Observe = _ => throw new InvalidDataException("a bad observer") };

        var thrown = await Assert.ThrowsAsync<InvalidDataException>(
            () => run.RunAsync(Profile(rate: 10, seconds: 5), run.AnswersAfter(Seconds(0.1))));

        Assert.Equal("a bad observer", thrown.Message);
    }

    [Fact]
    public async Task Run_WithMonitor_GivesFiguresSoFar()
    {
        LoadFigures? halfway = null;

        var result = await _run.RunAsync(Profile(rate: 10, seconds: 10), _run.AnswersAfter(Seconds(0.1), statusCode: 500), elapsed =>
        {
            halfway ??= elapsed >= Seconds(5) ? _run.Monitor.Figures() : null;
        });

        Assert.Equal((Seconds(5), 0, 50), (halfway!.Elapsed, halfway.Completed, halfway.Failed));
        Assert.Equal((50, 100), (halfway.Latency.Failed, result.Latency.Failed));
        Assert.Equal((Seconds(10), 100), (result.Elapsed, result.Failed));
    }

    private static OpenLoopProfile Profile(double rate, double seconds) => new(Even(rate, seconds), MaxInFlight: 1_000, Seed: 1);

    private static ArrivalSchedule Even(double rate, double seconds) =>
        ArrivalSchedule.Constant(rate, Seconds(seconds), ArrivalSpacing.Even, 1);

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private static async Task<IReadOnlyList<(int User, int Value)>> ChoicesAsync(int maxInFlight)
    {
        var run = new SimulatedRun();
        var choices = new List<(int, int)>();
        var answers = run.AnswersAfter(Seconds(0.2));
        await run.RunAsync(new OpenLoopProfile(Even(10, 5), maxInFlight, 1), (iteration, cancellationToken) =>
        {
            Assert.Equal(0, iteration.Number);
            choices.Add((iteration.User, iteration.Random.Next(1_000)));
            return answers(iteration, cancellationToken);
        });
        return choices;
    }
}
