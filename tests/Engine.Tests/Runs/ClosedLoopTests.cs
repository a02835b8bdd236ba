using DroneDelivery.LoadTests.Engine.Histograms;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.Engine.Tests.Runs;

public sealed class ClosedLoopTests
{
    private readonly SimulatedRun _run = new();

    [Fact]
    public async Task Run_WarmUp_IsCountedAndKeptOutOfEveryFigure()
    {
        var profile = SimulatedRun.Profile(1, Seconds(10), ThinkTime.Fixed(Seconds(0.5))) with
        {
            WarmUp = Seconds(5),
            WarmUpUsers = 2,
        };
        var quick = _run.AnswersAfter(Seconds(0.5));
        var slow = _run.AnswersAfter(Seconds(0.9), statusCode: 500);

        var result = await _run.RunAsync(
            profile, (iteration, cancellationToken) => (iteration.WarmUp ? slow : quick)(iteration, cancellationToken));

        Assert.Equal((10, 0), (result.Completed, result.Failed));
        Assert.Equal(500_000, result.Latency.All().Max);
        Assert.Equal((0, 8, 0), (result.WarmUp.Completed, result.WarmUp.Failed, result.WarmUp.CutOff));
        Assert.Equal(Seconds(5), result.WarmUp.Elapsed);
        Assert.Equal(10, result.Seconds.Count);
        Assert.Equal(1.0, result.RequestsPerSecond);
    }

    [Fact]
    public async Task Run_BeforeMeasuring_IsCalledWhenTheWarmUpHasDrained()
    {
        var (inFlight, seen, phase) = (0, -1, RunPhase.Waiting);
        var monitor = new RunMonitor();
        var run = new SimulatedRun
        {
            Monitor = monitor,
            BeforeMeasuring = _ =>
            {
                (seen, phase) = (inFlight, monitor.Snapshot().Phase);
                return ValueTask.CompletedTask;
            },
        };
        var profile = SimulatedRun.Profile(1, Seconds(3), ThinkTime.None) with { WarmUp = Seconds(2), WarmUpUsers = 8 };
        var answers = run.AnswersAfter(Seconds(0.7));

        await run.RunAsync(profile, async (iteration, cancellationToken) =>
        {
            Interlocked.Increment(ref inFlight);
            var outcome = await answers(iteration, cancellationToken);
            Interlocked.Decrement(ref inFlight);
            return outcome;
        });

        Assert.Equal(0, seen);
        Assert.Equal(RunPhase.WarmUp, phase);
    }

    [Fact]
    public async Task Run_WarmUpSlowerThanTheGrace_StillDrainsBeforeMeasuring()
    {
        var (inFlight, seen) = (0, -1);
        var run = new SimulatedRun
        {
            BeforeMeasuring = _ =>
            {
                seen = inFlight;
                return ValueTask.CompletedTask;
            },
        };
        var profile = SimulatedRun.Profile(1, Seconds(3), ThinkTime.None) with
        {
            WarmUp = Seconds(1),
            WarmUpUsers = 8,
            Grace = Seconds(0.5),
        };
        var (cold, warm) = (run.AnswersAfter(Seconds(20)), run.AnswersAfter(Seconds(0.1)));

        var result = await run.RunAsync(profile, async (iteration, cancellationToken) =>
        {
            // A server goes on with a request whose client has given up.
            Interlocked.Increment(ref inFlight);
            var outcome = await (iteration.WarmUp ? cold : warm)(iteration, cancellationToken);
            Interlocked.Decrement(ref inFlight);
            return outcome;
        });

        Assert.Equal(0, seen);
        Assert.Equal((8, 0), (result.WarmUp.Completed, result.WarmUp.CutOff));
    }

    [Fact]
    public async Task Run_Failures_AreCountedByReasonAndKeptOutOfLatency()
    {
        var good = _run.AnswersAfter(Seconds(0.1));
        var bad = _run.AnswersAfter(Seconds(0.3), statusCode: 503);
        var profile = SimulatedRun.Profile(1, Seconds(6), ThinkTime.Fixed(Seconds(0.9)));

        var result = await _run.RunAsync(profile, (iteration, cancellationToken) => iteration.Number switch
        {
            1 or 2 => bad(iteration, cancellationToken),
            3 => throw new InvalidDataException("not JSON"),
            _ => good(iteration, cancellationToken),
        });

        Assert.Equal((3, 3), (result.Completed, result.Failed));
        Assert.Equal(2, result.FailuresByReason["HTTP 503"]);
        Assert.Equal(1, result.FailuresByReason[nameof(InvalidDataException)]);
        Assert.Equal((100_000, 300_000), (result.Latency.Successes.Max, result.Latency.Failures.Max));
        Assert.Equal(result.Failed, result.Seconds.Sum(second => second.Failed));
        Assert.Equal(result.Failed, result.Steps.Sum(step => step.Failed));
    }

    [Fact]
    public async Task Run_FailuresWordedEachInItsOwnWay_AreCountedUnderABoundedNumberOfReasons()
    {
        var profile = SimulatedRun.Profile(1, Seconds(30), ThinkTime.Fixed(Seconds(0.1)));

        var result = await _run.RunAsync(
            profile, (iteration, _) => ValueTask.FromResult(new RequestOutcome(0, $"failure {iteration.Number}", 0)));

        Assert.Equal(101, result.FailuresByReason.Count);
        Assert.Equal(200, result.FailuresByReason["other"]);
        Assert.Equal(300, result.Failed);
    }

    [Fact]
    public async Task Run_AnswersAfterTheEnd_CountButForTheRate()
    {
        var finished = 0;
        var answers = _run.AnswersAfter(Seconds(3));
        var profile = SimulatedRun.Profile(4, Seconds(10), ThinkTime.None);

        var result = await _run.RunAsync(profile, async (iteration, cancellationToken) =>
        {
            var outcome = await answers(iteration, cancellationToken);
            finished++;
            return outcome;
        });

        Assert.Equal((16, 4, 0, 16), (result.Completed, result.CompletedLate, result.CutOff, result.Sent));
        Assert.Equal((12 / 10.0, 3_000_000), (result.RequestsPerSecond, result.Latency.All().Max));
        Assert.Equal(12, result.Seconds.Sum(second => second.Successful));
        Assert.Equal((16, 8), (AllSeconds(result).Count, LatencyDistribution.FromBytes(result.Seconds[^1].Latency!).Count));
        Assert.Equal(16, finished);
        Assert.Equal(Seconds(10), result.Elapsed);
        Assert.Equal((4, 4), (result.Seconds[^1].Users, result.Seconds[^1].InFlight));
        Assert.False(result.Interrupted);
    }

    [Fact]
    public async Task Run_RequestThatOutlivesTheGrace_IsCancelled()
    {
        var profile = SimulatedRun.Profile(1, Seconds(2), ThinkTime.None) with { Grace = Seconds(1) };
        var started = _run.Clock.GetTimestamp();

        var result = await _run.RunAsync(profile, _run.AnswersAfter(TimeSpan.FromHours(1)));

        Assert.Equal((0, 1, 1), (result.Completed, result.CutOff, result.Unanswered));
        Assert.InRange(result.Latency.Unfinished.Max, 3_000_000, 3_100_000);
        Assert.True(result.Latency.Percentile(50).AtLeast, "a hanging request has no known latency");
        Assert.Equal((0, 1), (result.Completed, result.Failed));
        Assert.Equal(1, AllSeconds(result).Unfinished.Count);
        Assert.InRange(_run.Clock.GetElapsedTime(started), Seconds(3), Seconds(3.1));
    }

    // Whether a client gives up by a time-out or the run by its end must not change what the latency says.
    [Fact]
    public async Task Run_RequestsThatTimeOut_StayInTheLatencyAsLowerBounds()
    {
        var quick = _run.AnswersAfter(Seconds(0.1));
        var profile = SimulatedRun.Profile(1, Seconds(10), ThinkTime.None);

        var result = await _run.RunAsync(profile, async (iteration, cancellationToken) =>
        {
            if (iteration.Number % 2 == 0)
            {
                return await quick(iteration, cancellationToken);
            }

            await Task.Delay(Seconds(0.9), _run.Clock, cancellationToken);
            return new RequestOutcome(0, RequestOutcome.TimedOut, 0);
        });

        Assert.Equal((10, 10, 20), (result.Completed, result.Failed, result.Latency.Count));
        Assert.Equal((10, 900_000), (result.Latency.Unfinished.Count, result.Latency.Unfinished.Min));
        Assert.Equal((100.0, false), Figure(result.Latency.Percentile(50)));
        Assert.Equal((900.0, true), Figure(result.Latency.Percentile(95)));
        Assert.Equal((500.0, true), Figure(result.Latency.Mean));
        Assert.True(result.Steps[0].P95Ms.AtLeast, "the step has no lower bound");
        Assert.Contains(result.Seconds, second => second.AtLeast is ["meanMs", "p95Ms"]);

        static (double, bool) Figure(LatencyValue value) => (Math.Round(value.Milliseconds ?? 0), value.AtLeast);
    }

    [Fact]
    public async Task Run_Cancelled_ReturnsWhatWasMeasuredUntilThen()
    {
        var profile = SimulatedRun.Profile(2, Seconds(60), ThinkTime.Fixed(Seconds(0.5)));

        var result = await _run.RunAsync(profile, _run.AnswersAfter(Seconds(0.5)), CancelAt(Seconds(7.7)));

        Assert.True(result.Interrupted);
        Assert.Equal(Seconds(7.7), result.Elapsed);
        Assert.Equal((15, 1, 0), (result.Completed, result.CutOff, result.Unanswered));
        Assert.Equal(result.Completed, result.Latency.Count);
        Assert.Equal(8, result.Seconds.Count);
        Assert.Equal(0.7, result.Seconds[^1].Length, 6);
        Assert.Equal(result.Completed, result.Seconds.Sum(second => second.Successful));
        Assert.Equal(7.7, Assert.Single(result.Steps).DurationSeconds);
        Assert.Equal(15 / 7.7, result.RequestsPerSecond, 6);
    }

    [Fact]
    public async Task Run_CancelledInWarmUp_ReturnsAnEmptyInterruptedResult()
    {
        var profile = SimulatedRun.Profile(2, Seconds(60), ThinkTime.Fixed(Seconds(0.5))) with
        {
            WarmUp = Seconds(10),
            WarmUpUsers = 2,
        };

        var result = await _run.RunAsync(profile, _run.AnswersAfter(Seconds(0.5)), CancelAt(Seconds(4)));

        Assert.True(result.Interrupted);
        Assert.Equal((TimeSpan.Zero, 0.0), (result.Elapsed, result.RequestsPerSecond));
        Assert.Equal((0, 0), (result.Sent, result.Completed));
        Assert.Equal(Seconds(4), result.WarmUp.Elapsed);
        Assert.Empty(result.Seconds);
    }

    [Fact]
    public async Task Run_WithMonitor_ShowsTheLastSecondsAndTheTotals()
    {
        var profile = SimulatedRun.Profile(2, Seconds(20), ThinkTime.Fixed(Seconds(0.3))) with
        {
            WarmUp = Seconds(2),
            WarmUpUsers = 1,
        };
        var snapshots = new Dictionary<double, RunSnapshot>();
        var quick = _run.AnswersAfter(Seconds(0.1));
        var slow = _run.AnswersAfter(Seconds(0.2));
        var before = _run.Monitor.Snapshot();

        await _run.RunAsync(
            profile,
            (iteration, cancellationToken) => (iteration.Number < 25 ? quick : slow)(iteration, cancellationToken),
            elapsed => snapshots[elapsed.TotalSeconds] = _run.Monitor.Snapshot());

        Assert.Equal(RunPhase.Waiting, before.Phase);
        Assert.Equal((RunPhase.WarmUp, 1), (snapshots[1].Phase, snapshots[1].Users));
        // Warm-up ends at 2 s; until second 12 each user makes 2.5 requests a second, then 2.
        var early = snapshots[11];
        Assert.Equal((RunPhase.Measuring, 2, Seconds(20)), (early.Phase, early.Users, early.Planned));
        Assert.Equal((5.0, 100.0), (early.RequestsPerSecond, early.P50Ms.Milliseconds ?? 0), new Close(0.3));
        var late = snapshots[20.5];
        Assert.Equal((4.0, 200.0), (late.RequestsPerSecond, late.P95Ms.Milliseconds ?? 0), new Close(0.3));
        Assert.InRange(late.Completed, 80, 90);
        Assert.Equal(RunPhase.Finished, _run.Monitor.Snapshot().Phase);
    }

    [Fact]
    public async Task Run_WithMonitor_HasTheClockOfTheMeasuredPhaseAlsoPastItsEnd()
    {
        var profile = SimulatedRun.Profile(1, Seconds(1), ThinkTime.None) with { WarmUp = Seconds(2), WarmUpUsers = 1 };
        var elapsed = new Dictionary<double, TimeSpan>();

        await _run.RunAsync(
            profile, _run.AnswersAfter(Seconds(0.8)), at => elapsed[at.TotalSeconds] = _run.Monitor.Elapsed);

        // The warm-up drains until 2.4 s; the last request of the second that is measured is answered 0.6 s after its end.
        Assert.Equal(
            [TimeSpan.Zero, TimeSpan.Zero, Seconds(0.1), Seconds(1.5)],
            new[] { 0, 2, 2.5, 3.9 }.Select(at => elapsed[at]));
    }

    [Fact]
    public async Task Run_TracedFraction_MarksThatShareAndNoneOfTheWarmUp()
    {
        var (sampled, all, inWarmUp) = (0, 0, 0);
        var answers = _run.AnswersAfter(Seconds(0.05));
        var profile = SimulatedRun.Profile(10, Seconds(20), ThinkTime.Fixed(Seconds(0.05))) with
        {
            WarmUp = Seconds(5),
            WarmUpUsers = 5,
            TracedFraction = 0.25,
        };

        await _run.RunAsync(profile, (iteration, cancellationToken) =>
        {
            Assert.Matches("^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$", iteration.TraceParent);
            Assert.Equal(iteration.Trace.Sampled, iteration.TraceParent.EndsWith("-01", StringComparison.Ordinal));
            (all, sampled) = iteration.WarmUp ? (all, sampled) : (all + 1, sampled + (iteration.Trace.Sampled ? 1 : 0));
            inWarmUp += iteration is { WarmUp: true, Trace.Sampled: true } ? 1 : 0;
            return answers(iteration, cancellationToken);
        });

        Assert.InRange((double)sampled / all, 0.22, 0.28);
        Assert.Equal(0, inWarmUp);
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private Action<TimeSpan> CancelAt(TimeSpan moment) => elapsed =>
    {
        if (elapsed >= moment)
        {
            _run.Cancellation.Cancel();
        }
    };

    private sealed class Close(double tolerance) : IEqualityComparer<(double, double)>
    {
        public bool Equals((double, double) x, (double, double) y) =>
            Math.Abs(x.Item1 - y.Item1) <= tolerance && Math.Abs(x.Item2 - y.Item2) <= tolerance;

        public int GetHashCode((double, double) obj) => 0;
    }

    private static LatencyDistribution AllSeconds(LoadResult result)
    {
        var all = new LatencyDistribution();
        result.Seconds.ToList().ForEach(second => all.Merge(LatencyDistribution.FromBytes(second.Latency!)));
        return all;
    }
}
