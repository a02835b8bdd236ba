using DroneDelivery.Engine.Tests.Runs;
using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Journeys;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.Engine.Tests.Journeys;

public sealed class JourneyMixTests
{
    private readonly SimulatedRun _run = new();

    [Fact]
    public async Task Run_JourneyOfSeveralCalls_CountsEachByNameAndCarriesValuesOver()
    {
        var asked = new List<string>();
        var mix = Mix(Journey("buy", 1, Call("list", 0.2, journey => journey["id"] = $"item-{journey.Turn.Number}"),
            new JourneyStep.Pause(ThinkTime.Fixed(Seconds(0.5))),
            Call("detail", 0.3, journey => asked.Add(journey["id"]))));

        var result = await _run.RunAsync(SimulatedRun.Profile(1, Seconds(4), ThinkTime.None), mix.RunAsync);

        Assert.Equal(["item-0", "item-1", "item-2", "item-3"], asked);
        Assert.Equal(4, result.Completed);
        Assert.Equal((1_000_000, 1_000_000), (result.Latency.All().Min, result.Latency.All().Max));
        Assert.Equal([("list", 4, 0, 200_000), ("detail", 4, 0, 300_000)], Figures(result));
        // A call that ends with a second belongs to the next one, and the last call ends with the load.
        Assert.Equal([1, 2, 2, 2], result.Seconds.Select(second => second.Calls));
    }

    [Fact]
    public async Task Run_CallThatFails_EndsTheIterationUnderItsName()
    {
        var mix = Mix(Journey("buy", 1, Call("list", 0.1), Call("detail", 0.1, status: 503), Call("order", 0.1)));

        var result = await _run.RunAsync(SimulatedRun.Profile(1, Seconds(1), ThinkTime.Fixed(Seconds(0.3))), mix.RunAsync);

        Assert.Equal((0, 2), (result.Completed, result.Failed));
        Assert.Equal(2, result.FailuresByReason["detail: HTTP 503"]);
        Assert.Equal([("list", 2, 0, 100_000), ("detail", 0, 2, 0)], Figures(result));
        Assert.Equal((4, 2), (result.Seconds[0].Calls, result.Seconds[0].FailedCalls));
    }

    [Fact]
    public async Task Run_CallThatThrows_IsAFailedCallOfAFailedIteration()
    {
        var mix = Mix(Journey("buy", 1, Call("list", 0.1, _ => throw new InvalidDataException("not JSON"))));

        var result = await _run.RunAsync(SimulatedRun.Profile(1, Seconds(0.95), ThinkTime.Fixed(Seconds(0.1))), mix.RunAsync);

        Assert.Equal(result.Failed, result.FailuresByReason[nameof(InvalidDataException)]);
        Assert.Equal(("list", 0L, result.Failed, 0L), Assert.Single(Figures(result)));
    }

    [Fact]
    public async Task Run_CallThatTimesOut_IsInTheLatencyOfItsIterationAsALowerBound()
    {
        var timedOut = new RequestOutcome(0, RequestOutcome.TimedOut, 0);
        var mix = Mix(Journey("buy", 1, new JourneyStep.Call("list", (_, _) => ValueTask.FromResult(timedOut))));

        var result = await _run.RunAsync(SimulatedRun.Profile(1, Seconds(1), ThinkTime.Fixed(Seconds(0.3))), mix.RunAsync);

        Assert.Equal(result.Failed, result.FailuresByReason["list: timeout"]);
        Assert.All([result.Latency, result.Calls[0].Latency], latency => Assert.Equal(result.Failed, latency.Unfinished.Count));
    }

    [Fact]
    public async Task Run_CallThatHangsAtTheEnd_IsInItsLatencyAsALowerBound()
    {
        var mix = Mix(Journey("buy", 1, Call("list", 0.5), Call("detail", 3_600)));
        var profile = SimulatedRun.Profile(1, Seconds(1), ThinkTime.None) with { Grace = Seconds(1) };

        var result = await _run.RunAsync(profile, mix.RunAsync);

        Assert.Equal([("list", 1L, 0L, 500_000L), ("detail", 0, 1, 0)], Figures(result));
        Assert.Equal(1_500_000, result.Calls[1].Latency.Unfinished.Max);
    }

    // The iteration's only call is answered, and its pause is longer than the grace period.
    [Fact]
    public async Task Run_PauseThatOutlastsTheGracePeriod_IsCutOffAndNoError()
    {
        var mix = Mix(Journey("buy", 1, Call("list", 0.5), new JourneyStep.Pause(ThinkTime.Fixed(Seconds(60)))));

        var result = await _run.RunAsync(SimulatedRun.Profile(1, Seconds(1), ThinkTime.None), mix.RunAsync);

        Assert.Equal((1, 0, 0), (result.CutOff, result.Unanswered, result.Failed));
        Assert.Equal([("list", 1L, 0L, 500_000L)], Figures(result));
    }

    [Fact]
    public async Task Run_OpenLoopThatIsLate_CountsTheFirstCallFromTheArrivalsMoment()
    {
        var run = new SimulatedRun { TimerLag = Seconds(0.02) };
        var journey = Journey("buy", 1, CallOn(run, "list", 0.1), CallOn(run, "detail", 0.1));
        var mix = new JourneyMix([journey], JourneyChoice.PerUser, run.Clock);
        var arrivals = ArrivalSchedule.Constant(10, Seconds(5), ArrivalSpacing.Even, 1);

        var result = await run.RunAsync(new OpenLoopProfile(arrivals, 100, 1), mix.RunAsync);

        Assert.Equal([120_000, 100_000], result.Calls.Select(call => call.Latency.All().Max));
        Assert.Equal(["list", "detail"], result.Calls.Select(call => call.Name));
    }

    // Ten arrivals a second, and room for three iterations of a second each: 70 % are dropped.
    [Fact]
    public async Task Run_ArrivalsDropped_LeaveThePercentilesOfTheirCallsNotStated()
    {
        var mix = Mix(Journey("buy", 1, Call("list", 0.5), Call("detail", 0.5)));
        var arrivals = ArrivalSchedule.Constant(10, Seconds(10), ArrivalSpacing.Even, 1);

        var result = await _run.RunAsync(new OpenLoopProfile(arrivals, 3, 1), mix.RunAsync);

        Assert.True(result.Dropped > 0);
        Assert.NotNull(result.Latency.Percentile(50).NotStated);
        Assert.All(result.Calls, call => Assert.NotNull(call.Latency.Percentile(50).NotStated));
        Assert.All(result.Calls, call => Assert.Equal(result.Dropped, call.Latency.Dropped));
    }

    [Fact]
    public async Task Run_WarmUp_IsKeptOutOfTheCalls()
    {
        var mix = Mix(Journey("buy", 1, Call("list", 0.1)));
        var profile = SimulatedRun.Profile(1, Seconds(1), ThinkTime.Fixed(Seconds(0.3))) with { WarmUp = Seconds(5), WarmUpUsers = 3 };

        var result = await _run.RunAsync(profile, mix.RunAsync);

        Assert.Equal(result.Completed, Assert.Single(result.Calls).Latency.Successes.Count);
    }

    [Theory]
    [InlineData(JourneyChoice.PerUser, 1)]
    [InlineData(JourneyChoice.PerIteration, 20)]
    public async Task Run_Weights_DecideHowOftenEachJourneyIsChosen(JourneyChoice choice, int tolerancePerCent)
    {
        Journey[] journeys =
            [Journey("seven", 7, Call("a", 0.1)), Journey("never", 0, Call("b", 0.1)), Journey("three", 3, Call("c", 0.1))];
        var mix = new JourneyMix(journeys, choice, _run.Clock);

        var result = await _run.RunAsync(SimulatedRun.Profile(100, Seconds(5.5), ThinkTime.Fixed(Seconds(0.9))), mix.RunAsync);

        Assert.Equal(["a", "c"], result.Calls.Select(call => call.Name).Order(StringComparer.Ordinal));
        var share = result.Calls.Single(call => call.Name == "c").Latency.Successes.Count / (double)result.Completed;
        Assert.Equal(0.3, share, 0.3 * (tolerancePerCent + 1) / 100);
    }

    [Fact]
    public async Task Run_CallsWithoutEndOfNames_AreCountedUnderABoundedNumber()
    {
        var answers = _run.AnswersAfter(Seconds(0.1));

        var result = await _run.RunAsync(SimulatedRun.Profile(1, Seconds(20), ThinkTime.None), (iteration, cancellationToken) =>
            iteration.CallAsync($"call {iteration.Number}", token => answers(iteration, token), cancellationToken));

        Assert.Equal(51, result.Calls.Count);
        Assert.Equal(result.Completed, result.Calls.Sum(call => call.Latency.Successes.Count));
    }

    [Fact]
    public void Variable_NeverSet_IsNamedWithThoseThatAre()
    {
        var iteration = new JourneyIteration(default) { ["token"] = "x" };

        var refusal = Assert.Throws<KeyNotFoundException>(() => iteration["id"]);

        Assert.Contains("'id'. Set: token.", refusal.Message);
        Assert.Equal((true, false), (iteration.Has("token"), iteration.Has("id")));
    }

    [Fact]
    public void Mix_WithoutWeight_IsRefused() =>
        Assert.Throws<ArgumentException>(() => Mix(Journey("never", 0, Call("a", 0.1))));

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private static Journey Journey(string name, double weight, params JourneyStep[] steps) => new(name, weight, steps);

    private static IEnumerable<(string Name, long Completed, long Failed, long Max)> Figures(LoadResult result) =>
        result.Calls.Select(call => (call.Name, call.Latency.Successes.Count, call.Latency.Failed, call.Latency.Successes.Max));

    private static JourneyStep CallOn(
        SimulatedRun run, string name, double seconds, Action<JourneyIteration>? then = null, int status = 200)
    {
        var answers = run.AnswersAfter(Seconds(seconds), status);
        return new JourneyStep.Call(name, async (iteration, cancellationToken) =>
        {
            var outcome = await answers(iteration.Turn, cancellationToken);
            then?.Invoke(iteration);
            return outcome;
        });
    }

    private JourneyMix Mix(params Journey[] journeys) => new(journeys, JourneyChoice.PerIteration, _run.Clock);

    private JourneyStep Call(string name, double seconds, Action<JourneyIteration>? then = null, int status = 200) =>
        CallOn(_run, name, seconds, then, status);
}
