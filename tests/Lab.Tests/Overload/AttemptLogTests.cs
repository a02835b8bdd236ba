using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Lab.Overload;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Overload;

public sealed class AttemptLogTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly AttemptLog _log;

    /// <summary>The run has gone on for half a second when a test begins.</summary>
    public AttemptLogTests()
    {
        var start = _time.GetTimestamp();
        _log = new AttemptLog(
            [Seconds(0.5), Seconds(0.6), Seconds(0.7), Seconds(9)], () => Seconds(0.5) + _time.GetElapsedTime(start));
    }

    [Theory]
    [InlineData(200, null, AttemptOutcome.Answered)]
    [InlineData(503, null, AttemptOutcome.Failed)]
    [InlineData(504, null, AttemptOutcome.Failed)]
    [InlineData(0, "ConnectionRefused", AttemptOutcome.Failed)]
    [InlineData(0, RequestOutcome.TimedOut, AttemptOutcome.Unanswered)]
    public async Task MeasureAsync_Answer_HasItsOutcome(int status, string? error, AttemptOutcome end)
    {
        await MeasureAsync(0.5, 1, new(status, error, 0), after: 0.25);

        Assert.Equal(new Attempt(0.5, 0.25, end, IsRetry: false), _log.Since(Seconds(0)).Single(attempt => attempt.At == 0.5));
    }

    [Fact]
    public async Task MeasureAsync_FirstRequestLeavesLate_CountsFromTheMomentItWasDue()
    {
        _time.Advance(Seconds(0.2));

        await MeasureAsync(0.5, 1, Success, after: 0.1);

        Assert.Equal(0.3, _log.Since(Seconds(0.5))[0].Seconds, 6);
    }

    [Fact]
    public async Task MeasureAsync_WarmUp_IsNotRecorded()
    {
        await _log.MeasureAsync(Turn(0.6) with { WarmUp = true }, 1, () => ValueTask.FromResult(Answer(Success)));

        Assert.DoesNotContain(_log.Since(Seconds(0)), attempt => attempt.Outcome != AttemptOutcome.Unanswered);
    }

    [Fact]
    public void Since_NothingSentYet_ThoseThatAreDueAreUnanswered()
    {
        _time.Advance(Seconds(0.15));

        Assert.Equal([0.5, 0.6], _log.Since(Seconds(0)).Select(attempt => attempt.At));
    }

    /// <summary>However late it comes: it was not let in.</summary>
    [Fact]
    public async Task MeasureAsync_GatewayIsOverloaded_IsRefused()
    {
        await _log.MeasureAsync(Turn(0.5), 1, () => ValueTask.FromResult(Refused));

        Assert.Equal(AttemptOutcome.Refused, Assert.Single(_log.Since(Seconds(0))).Outcome);
    }

    [Fact]
    public async Task Since_RequestNeverSent_IsUnsentOnceItIsDue()
    {
        await MeasureAsync(0.5, 1, Success, after: 0.15);

        Assert.Equal(
            [new Attempt(0.5, 0.15, AttemptOutcome.Answered, false), new Attempt(0.6, 0.05, AttemptOutcome.Unsent, false)],
            _log.Since(Seconds(0)).Select(attempt => attempt with { Seconds = Math.Round(attempt.Seconds, 6) }));
    }

    [Fact]
    public async Task Since_RequestIsNotOver_HasWaitedUntilNow()
    {
        var answer = new TaskCompletionSource<HttpAnswer>();
        var asking = _log.MeasureAsync(Turn(0.5), 1, () => new ValueTask<HttpAnswer>(answer.Task));

        _time.Advance(Seconds(0.05));

        Assert.Equal(new Attempt(0.5, 0.05, AttemptOutcome.Unanswered, false), Assert.Single(_log.Since(Seconds(0.5))));
        answer.SetResult(Answer(Success));
        await asking;
    }

    [Fact]
    public async Task MeasureAsync_AnotherTry_CountsFromItsOwnStart()
    {
        await MeasureAsync(0.5, 1, new(503, null, 0), after: 0.02);
        await MeasureAsync(0.5, 2, Success, after: 0.03);

        Assert.Equal(
            [(0.5, 0.02, false), (0.52, 0.03, true)],
            _log.Since(Seconds(0)).Select(
                attempt => (Math.Round(attempt.At, 6), Math.Round(attempt.Seconds, 6), attempt.IsRetry)));
    }

    [Fact]
    public async Task MeasureAsync_GivenUp_IsUnanswered()
    {
        await Assert.ThrowsAsync<OperationCanceledException>(
            async () => await _log.MeasureAsync(Turn(0.5), 1, () => throw new OperationCanceledException()));

        Assert.Equal(AttemptOutcome.Unanswered, Assert.Single(_log.Since(Seconds(0))).Outcome);
    }

    private static RequestOutcome Success => new(200, null, 1);

    private static HttpAnswer Refused => new(new(503, null, Problems.Overloaded.Length), [], Problems.Overloaded);

    private static HttpAnswer Answer(RequestOutcome outcome) => new(outcome, [], default);

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private static UserIteration Turn(double due) =>
        new(0, 0, WarmUp: false, new SeededRandom(1), new TraceContext(1, 2, 3, Sampled: false)) { Due = Seconds(due) };

    private async Task MeasureAsync(double due, int number, RequestOutcome outcome, double after) => await _log.MeasureAsync(
        Turn(due),
        number,
        () =>
        {
            _time.Advance(Seconds(after));
            return ValueTask.FromResult(Answer(outcome));
        });
}
