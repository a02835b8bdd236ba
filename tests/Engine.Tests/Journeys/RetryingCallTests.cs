using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Journeys;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Statistics;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Engine.Tests.Journeys;

public sealed class RetryingCallTests
{
    private static readonly RetryPolicy Policy = new(Retries: 2, Patience: TimeSpan.FromSeconds(1));

    private readonly ManualTimeProvider _time = new();
    private readonly List<int> _tries = [];

    [Fact]
    public async Task AskAsync_AnsweredAtOnce_IsNotTriedAgain()
    {
        var outcome = await AskAsync(Policy, _ => Answered(200));

        Assert.Equal((200, "1"), (outcome.StatusCode, Tries));
    }

    [Fact]
    public async Task AskAsync_RefusedTwice_IsTheThirdTrysAnswer()
    {
        var outcome = await AskAsync(Policy, number => Answered(number < 3 ? 503 : 200));

        Assert.Equal((200, "1 2 3"), (outcome.StatusCode, Tries));
    }

    [Fact]
    public async Task AskAsync_RefusedAlways_GivesUpAfterItsTries()
    {
        var outcome = await AskAsync(Policy, _ => Answered(503));

        Assert.Equal((503, "1 2 3"), (outcome.StatusCode, Tries));
    }

    [Fact]
    public void AskAsync_NoAnswerWithinItsPatience_GivesTheTryUpAndAsksAgain()
    {
        var asking = AskAsync(Policy, number => number == 1 ? Never : _ => ValueTask.FromResult(AnswerOf(200)));

        _time.Advance(TimeSpan.FromSeconds(0.99));
        Assert.Equal("1", Tries);
        _time.Advance(TimeSpan.FromSeconds(0.01));

        Assert.Equal("1 2", Tries);
        Assert.True(asking.IsCompletedSuccessfully, $"{asking.Status}");
    }

    [Fact]
    public async Task AskAsync_NeverAnswered_IsATimeout()
    {
        var asking = AskAsync(Policy with { Retries = 0 }, _ => Never);

        _time.Advance(TimeSpan.FromSeconds(1));

        Assert.Equal(RequestOutcome.TimedOut, (await asking).Error);
    }

    [Fact]
    public void AskAsync_ServerAskedForAWait_ComesBackAfterIt()
    {
        var asking = AskAsync(
            Policy with { HonorsRetryAfter = true },
            number => _ => ValueTask.FromResult(number == 1 ? AnswerOf(503, KeyValuePair.Create("Retry-After", "2")) : AnswerOf(200)));

        _time.Advance(TimeSpan.FromSeconds(1.99));
        Assert.Equal("1", Tries);
        _time.Advance(TimeSpan.FromSeconds(0.01));

        Assert.Equal("1 2", Tries);
        Assert.True(asking.IsCompletedSuccessfully, $"{asking.Status}");
    }

    [Fact]
    public async Task AskAsync_RunEnds_IsCancelledAndNotTriedAgain()
    {
        using var end = new CancellationTokenSource();
        var asking = AskAsync(Policy, _ => Never, end.Token);

        await end.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asking);
        Assert.Equal("1", Tries);
    }

    private string Tries => string.Join(' ', _tries);

    private static Func<CancellationToken, ValueTask<HttpAnswer>> Never => async token =>
    {
        await new TaskCompletionSource().Task.WaitAsync(token);
        return AnswerOf(200);
    };

    private static Func<CancellationToken, ValueTask<HttpAnswer>> Answered(int status) => _ => ValueTask.FromResult(AnswerOf(status));

    private static HttpAnswer AnswerOf(int status, params KeyValuePair<string, string>[] headers) =>
        new(new RequestOutcome(status, null, 1), headers, default);

    private Task<RequestOutcome> AskAsync(
        RetryPolicy policy,
        Func<int, Func<CancellationToken, ValueTask<HttpAnswer>>> answer,
        CancellationToken cancellationToken = default)
    {
        var call = new RetryingCall(
            policy,
            (_, number, token) =>
            {
                _tries.Add(number);
                return answer(number)(token);
            },
            _time);
        var turn = new UserIteration(0, 0, WarmUp: false, new SeededRandom(1), new TraceContext(1, 2, 3, Sampled: false));
        return call.AskAsync(turn, cancellationToken).AsTask();
    }
}
