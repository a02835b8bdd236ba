using DroneDelivery.Engine.Tests.Runs;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.Engine.Tests.Recording;

public sealed class RequestObservationTests
{
    [Fact]
    public async Task Observe_RequestsOfARun_AreThoseThatWereCountedAndNoneOfTheWarmUp()
    {
        var seen = new List<RequestObservation>();
        var run = new SimulatedRun { Observe = seen.Add };
        var profile = SimulatedRun.Profile(2, Seconds(10), ThinkTime.Fixed(Seconds(0.7))) with
        {
            WarmUp = Seconds(4),
            WarmUpUsers = 3,
        };
        var (good, bad) = (run.AnswersAfter(Seconds(0.4)), run.AnswersAfter(Seconds(0.2), statusCode: 503));

        var result = await run.RunAsync(
            profile, (iteration, cancellationToken) => (iteration.Number == 2 ? bad : good)(iteration, cancellationToken));

        Assert.True(result.CompletedLate > 0, "nothing was answered after the end");
        Assert.Equal(result.Completed, seen.Count(request => request.Outcome.IsSuccess));
        Assert.Equal((2, result.Failed), (seen.Count(request => request.Outcome.StatusCode == 503), result.Failed));
        Assert.Equal([result.StartedAt], seen.Select(request => request.PhaseStart).Distinct());
    }

    [Fact]
    public async Task Observe_LateTimerAndRoundTrip_EachHasItsPlaceAmongTheMoments()
    {
        var seen = new List<RequestObservation>();
        var sent = new List<TraceContext>();
        var run = new SimulatedRun { Observe = seen.Add, TimerLag = Seconds(0.02) };
        var answers = run.AnswersAfter(Seconds(0.4));
        var profile = SimulatedRun.Profile(1, Seconds(4), ThinkTime.Fixed(Seconds(1))) with
        {
            RoundTrip = new SimulatedRoundTrip(Seconds(0.6), 0),
            TracedFraction = 0.5,
        };

        await run.RunAsync(profile, (iteration, cancellationToken) =>
        {
            sent.Add(iteration.Trace);
            return answers(iteration, cancellationToken);
        });

        var first = seen[0];
        Assert.Equal([0, 0.3, 0.32, 0.72, 1.02], Moments(first));
        Assert.Equal(sent.Take(seen.Count), seen.Select(request => request.Trace));
        Assert.Equal([Seconds(0.3)], seen.Select(request => request.Timing.Due - request.Timing.Scheduled).Distinct());
    }

    [Fact]
    public async Task Observe_WhileItLooks_TheRunCanBeReadFromAnotherThread()
    {
        // It would never return if observers were called under the lock that a snapshot takes.
        var (monitor, completed) = (new RunMonitor(), new List<long>());
        var run = new SimulatedRun
        {
            Monitor = monitor,
            Observe = _ => completed.Add(Task.Run(() => monitor.Snapshot().Completed).GetAwaiter().GetResult()),
        };

        await run.RunAsync(SimulatedRun.Profile(1, Seconds(4), ThinkTime.Fixed(Seconds(0.9))), run.AnswersAfter(Seconds(0.1)));

        Assert.Equal([1, 2, 3, 4], completed);
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private static double[] Moments(RequestObservation request) =>
    [
        request.Timing.Scheduled.TotalSeconds,
        request.Timing.Due.TotalSeconds,
        request.Timing.Sent.TotalSeconds,
        request.Timing.Answered.TotalSeconds,
        request.Timing.Done.TotalSeconds,
    ];
}
