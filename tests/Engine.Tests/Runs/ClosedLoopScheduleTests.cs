using System.Collections.Concurrent;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.Engine.Tests.Runs;

public sealed class ClosedLoopScheduleTests
{
    private readonly SimulatedRun _run = new();

    [Fact]
    public async Task Run_FixedThinkTime_AsksAgainThatLongAfterEachAnswer()
    {
        var profile = SimulatedRun.Profile(1, Seconds(10), ThinkTime.Fixed(Seconds(1.5)));

        var (result, sends) = await RecordSendsAsync(profile, Seconds(0.5));

        Assert.Equal([0, 2, 4, 6, 8], sends.Select(send => send.At.TotalSeconds));
        Assert.Equal(5, result.Completed);
        Assert.Equal(0.5, result.RequestsPerSecond);
        Assert.Equal(TimeSpan.FromSeconds(10), result.Elapsed);
    }

    [Fact]
    public async Task Run_Staircase_EachStepHasItsUsersAndTheirThroughput()
    {
        var steps = LoadStep.Staircase(1, 4, Seconds(40));
        var profile = new ClosedLoopProfile(
            steps, ThinkTime.Fixed(Seconds(0.8)), TimeSpan.Zero, 0, SimulatedRoundTrip.None, 1);

        var (result, sends) = await RecordSendsAsync(profile, Seconds(0.2));

        Assert.Equal([1, 2, 3, 4], result.Steps.Select(step => step.Users));
        Assert.Equal([1.0, 2.0, 3.0, 4.0], result.Steps.Select(step => step.RequestsPerSecond));
        Assert.Equal([1, 2, 3, 4], result.Seconds.Where(second => second.Second % 10 == 5).Select(second => second.Users));
        Assert.Equal([0, 10, 20, 30], FirstSends(sends));
    }

    [Fact]
    public async Task Run_FallingLoad_UsersLeaveWithTheirStep()
    {
        LoadStep[] steps = [new LoadStep(3, Seconds(10)), new LoadStep(1, Seconds(10))];
        var profile = new ClosedLoopProfile(
            steps, ThinkTime.Fixed(Seconds(0.9)), TimeSpan.Zero, 0, SimulatedRoundTrip.None, 1);

        var (result, sends) = await RecordSendsAsync(profile, Seconds(0.1));

        Assert.Equal([0], sends.Where(send => send.At >= Seconds(10)).Select(send => send.User).Distinct());
        Assert.Equal([3, 1], result.Seconds.Where(second => second.Second % 10 == 8).Select(second => second.Users));
    }

    [Fact]
    public async Task Run_RampAndHold_ReachesItsTargetAndHoldsIt()
    {
        LoadStep[] steps = [LoadStep.Ramp(0, 500, Seconds(100)), LoadStep.Hold(500, Seconds(20))];
        var profile = new ClosedLoopProfile(
            steps, ThinkTime.Fixed(Seconds(9)), TimeSpan.Zero, 0, SimulatedRoundTrip.None, 1);

        var (result, sends) = await RecordSendsAsync(profile, Seconds(1));

        Assert.Equal(500, sends.Select(send => send.User).Distinct().Count());
        Assert.Equal([5, 250, 500, 500], new[] { 0, 49, 99, 119 }.Select(second => result.Seconds[second].Users));
        Assert.Equal(50, result.Steps[1].RequestsPerSecond, 1.0);
    }

    [Fact]
    public async Task Run_Pacing_StartsACycleAfterTheOneBeforeOrWhenTheAnswerIsThere()
    {
        var profile = SimulatedRun.Profile(1, Seconds(10), ThinkTime.None) with { Pacing = Seconds(2) };

        var (_, quick) = await RecordSendsAsync(profile, Seconds(0.5));
        var (slow, late) = await new ClosedLoopScheduleTests().RecordSendsAsync(profile, Seconds(3));

        Assert.Equal([0, 2, 4, 6, 8], quick.Select(send => send.At.TotalSeconds));
        Assert.Equal([0, 3, 6, 9], late.Select(send => send.At.TotalSeconds));
        Assert.Equal(3_000_000, slow.Latency.All().Max);
    }

    [Fact]
    public async Task Run_UsersOfOneStep_DoNotStartInPhase()
    {
        var profile = SimulatedRun.Profile(4, Seconds(10), ThinkTime.Fixed(Seconds(2)));

        var (_, sends) = await RecordSendsAsync(profile, Seconds(0.1));

        Assert.Equal([0, 0.5, 1, 1.5], FirstSends(sends));
    }

    [Fact]
    public async Task Run_SameSeed_RepeatsEverySendAndChoice()
    {
        var profile = SimulatedRun.Profile(5, Seconds(20), ThinkTime.Exponential(Seconds(0.4))) with
        {
            RoundTrip = new SimulatedRoundTrip(Seconds(0.13), 0.5),
            TracedFraction = 0.3,
        };

        var (_, first) = await RecordSendsAsync(profile, Seconds(0.1));
        var (_, second) = await new ClosedLoopScheduleTests().RecordSendsAsync(profile, Seconds(0.1));
        var (_, other) = await new ClosedLoopScheduleTests().RecordSendsAsync(profile with { Seed = 2 }, Seconds(0.1));

        Assert.True(first.Count > 100, $"only {first.Count} requests");
        Assert.Equal(first, second);
        Assert.NotEqual(first, other);
    }

    [Fact]
    public async Task Run_SlowerAnswers_DoNotChangeWhatAUserThinksOrAsks()
    {
        var profile = SimulatedRun.Profile(1, Seconds(30), ThinkTime.Exponential(Seconds(0.4)));

        var (_, quick) = await RecordSendsAsync(profile, Seconds(0.1));
        var (_, slow) = await new ClosedLoopScheduleTests().RecordSendsAsync(profile, Seconds(0.6));

        Assert.True(slow.Count < quick.Count, $"{slow.Count} slow, {quick.Count} quick");
        Assert.Equal(quick.Take(slow.Count).Select(send => send.Choice), slow.Select(send => send.Choice));
        Assert.Equal(Gaps(quick, Seconds(0.1)).Take(slow.Count - 1), Gaps(slow, Seconds(0.6)));
    }

    [Fact]
    public async Task Run_SimulatedRoundTrip_HalfBeforeHalfAfterAndAllInLatency()
    {
        var profile = SimulatedRun.Profile(1, Seconds(9), ThinkTime.Fixed(Seconds(2))) with
        {
            RoundTrip = new SimulatedRoundTrip(Seconds(0.6), 0),
        };

        var (result, sends) = await RecordSendsAsync(profile, Seconds(0.4));

        Assert.Equal([0.3, 3.3, 6.3], sends.Select(send => send.At.TotalSeconds));
        Assert.Equal((1_000_000, 1_000_000), (result.Latency.All().Min, result.Latency.All().Max));
        Assert.Equal((400_000, 400_000), (result.ServiceTime.Min, result.ServiceTime.Max));
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private static IEnumerable<double> FirstSends(IEnumerable<Send> sends) =>
        sends.GroupBy(send => send.User).OrderBy(user => user.Key).Select(user => user.First().At.TotalSeconds);

    /// <summary>Think times: from each answer to the next request.</summary>
    private static IEnumerable<TimeSpan> Gaps(IReadOnlyList<Send> sends, TimeSpan serviceTime) =>
        sends.Zip(sends.Skip(1), (send, next) => next.At - send.At - serviceTime);

    private async Task<(LoadResult Result, IReadOnlyList<Send> Sends)> RecordSendsAsync(
        ClosedLoopProfile profile, TimeSpan serviceTime)
    {
        var sends = new ConcurrentQueue<Send>();
        var started = _run.Clock.GetTimestamp();
        var answers = _run.AnswersAfter(serviceTime);
        var result = await _run.RunAsync(profile, (iteration, cancellationToken) =>
        {
            var at = _run.Clock.GetElapsedTime(started);
            sends.Enqueue(new Send(at, iteration.User, iteration.Number, iteration.Random.Next(1_000), iteration.TraceParent));
            return answers(iteration, cancellationToken);
        });
        return (result, [.. sends]);
    }

    private sealed record Send(TimeSpan At, int User, long Number, int Choice, string TraceParent);
}
