using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Engine.Tests.Runs;

/// <summary>Another engine decides when a user asks; here the test does.</summary>
public sealed class ExternalLoadTests : IDisposable
{
    private readonly ManualTimeProvider _clock = new();
    private readonly Queue<TaskCompletionSource<RequestOutcome>> _asked = [];
    private readonly RunMonitor _monitor = new();
    private readonly ExternalLoad _load;

    public ExternalLoadTests() => _load = Create(eachUserOnce: false);

    public void Dispose() => _load.Dispose();

    [Fact]
    public async Task Finish_RequestsOfTwoSteps_AreThoseThatEndedInEach()
    {
        Pass(10);
        await AskAsync(0.5, 200);
        await AskAsync(0.9, 500);
        await AskAsync(0.2, 200);
        Pass(10);

        var result = _load.Finish(interrupted: false);

        Assert.Equal((3L, 2L, 1L, 2.0), (result.Sent, result.Completed, result.Failed, result.Elapsed.TotalSeconds));
        Assert.Equal([(1, 1L, 0L), (2, 1L, 1L)], result.Steps.Select(step => (step.Users, step.Successful, step.Failed)));
        Assert.Equal([(1L, 0L), (1L, 1L)], result.Seconds.Select(second => (second.Successful, second.Failed)));
        Assert.Equal(500, result.Steps[0].MeanMs.Milliseconds!.Value, 0.5);
    }

    [Fact]
    public async Task Finish_AnswerAfterTheEnd_CountsInLatencyAndNotInTheRate()
    {
        await AskAsync(2.5, 200);

        var result = _load.Finish(interrupted: false);

        Assert.Equal((1L, 1L, 0.0), (result.Completed, result.CompletedLate, result.RequestsPerSecond));
        Assert.Equal(2_500, result.Latency.Max.Milliseconds!.Value, 2);
    }

    [Fact]
    public async Task AskAsync_NoAnswerUntilTheGracePeriodIsOver_IsUnanswered()
    {
        var user = _load.Join();
        var asking = user.AskAsync();

        Pass(3.5);

        Assert.Null(await asking);
        var result = _load.Finish(interrupted: false);
        Assert.Equal((1L, 1L, 1L), (result.Sent, result.Unanswered, result.Failed));
        Assert.True(result.Latency.Max.AtLeast);
    }

    /// <summary>One hangs from the first step on; one is due in the last step and is answered in the grace period.</summary>
    [Fact]
    public async Task Finish_RequestsThatEndAfterTheLoad_AreInTheLatencyOfTheStepInWhichTheyWereDue()
    {
        var hanging = _load.Join().AskAsync();
        _asked.Dequeue();
        await AskAsync(1.5, 200);
        var late = _load.Join().AskAsync();
        Pass(1);
        _asked.Dequeue().SetResult(new RequestOutcome(200, null, 1));
        await late;
        Pass(0.5);

        Assert.Null(await hanging);
        var steps = _load.Finish(interrupted: false).Steps;
        Assert.Equal([(0L, 1L), (1L, 0L)], steps.Select(step => (step.Successful, step.Failed)));
        Assert.True(steps[0].MeanMs.AtLeast && steps[0].P95Ms.AtLeast, "the hanging request is not in the first step");
        Assert.Equal(3_000, steps[0].MeanMs.Milliseconds!.Value, 10);
        Assert.Equal((1_250, false), (Math.Round(steps[1].MeanMs.Milliseconds!.Value), steps[1].MeanMs.AtLeast));
    }

    [Fact]
    public async Task Interrupt_RequestInFlight_IsCutOffAndTheResultEndsThere()
    {
        await AskAsync(0.5, 200);
        var asking = _load.Join().AskAsync();
        Pass(0.5);

        _load.Interrupt();
        Pass(5);

        Assert.Null(await asking);
        var result = _load.Finish(interrupted: true);
        Assert.Equal((1.0, 1L, 0L, true), (result.Elapsed.TotalSeconds, result.CutOff, result.Unanswered, result.Interrupted));
    }

    [Fact]
    public void Finish_NothingWasAsked_IsEmpty()
    {
        var result = _load.Finish(interrupted: true);

        Assert.Equal((0L, TimeSpan.Zero), (result.Sent, result.Elapsed));
        Assert.Empty(result.Seconds);
    }

    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 2)]
    public void Join_UserHasLeft_IsUsedAgainUnlessEachIsUsedOnce(bool eachUserOnce, int expected)
    {
        using var load = Create(eachUserOnce);
        var first = load.Join();
        load.Join();
        load.Leave(first);

        Assert.Equal(expected, load.Join().Number);
        Assert.Equal(2, _monitor.Snapshot().Users);
    }

    private ExternalLoad Create(bool eachUserOnce)
    {
        LoadStep[] steps = [LoadStep.Hold(1, TimeSpan.FromSeconds(1)), LoadStep.Hold(2, TimeSpan.FromSeconds(1))];
        var profile = new ClosedLoopProfile(steps, ThinkTime.None, TimeSpan.Zero, 0, SimulatedRoundTrip.None, Seed: 1)
        {
            Grace = TimeSpan.FromSeconds(1),
        };
        return new ExternalLoad(RunPhase.Measuring, profile, steps, eachUserOnce, Answer, _monitor, _clock);
    }

    private async ValueTask<RequestOutcome> Answer(UserIteration iteration, CancellationToken cancellationToken)
    {
        var answer = new TaskCompletionSource<RequestOutcome>();
        _asked.Enqueue(answer);
        return await answer.Task.WaitAsync(cancellationToken);
    }

    private async Task AskAsync(double seconds, int status)
    {
        var user = _load.Join();
        var asking = user.AskAsync();
        Pass(seconds);
        _asked.Dequeue().SetResult(new RequestOutcome(status, null, 1));
        Assert.Equal(status, (await asking)!.Value.StatusCode);
        _load.Leave(user);
    }

    private void Pass(double seconds) => _clock.Advance(TimeSpan.FromSeconds(seconds));
}
