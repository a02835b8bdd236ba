using DroneDelivery.LoadTests.Engine.Clients;

namespace DroneDelivery.LoadTests.Engine.Journeys;

/// <summary>One attempt of a request. <paramref name="number"/> counts from 1.</summary>
public delegate ValueTask<HttpAnswer> Try(UserIteration turn, int number, CancellationToken cancellationToken);

/// <summary>A request that a policy retries. The last attempt's outcome counts; an abandoned one is a time-out.</summary>
public sealed class RetryingCall(RetryPolicy policy, Try ask, TimeProvider time)
{
    public async ValueTask<RequestOutcome> AskAsync(UserIteration turn, CancellationToken cancellationToken)
    {
        for (var number = 1; ; number++)
        {
            var answer = await TryAsync(turn, number, cancellationToken);
            if (answer.Outcome.IsSuccess || number > policy.Retries)
            {
                return answer.Outcome;
            }

            var wait = policy.WaitAfter(number, RetryAfter(answer), turn.Random);
            await Task.Delay(wait, time, cancellationToken);
        }
    }

    private async ValueTask<HttpAnswer> TryAsync(UserIteration turn, int number, CancellationToken cancellationToken)
    {
        using var patience = new CancellationTokenSource(policy.Patience, time);
        using var givenUp = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellationToken);
        try
        {
            return await ask(turn, number, givenUp.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return HttpAnswer.None(new RequestOutcome(0, RequestOutcome.TimedOut, 0));
        }
    }

    /// <summary>In seconds. The date form of the header is not supported.</summary>
    private static TimeSpan? RetryAfter(HttpAnswer answer) =>
        int.TryParse(answer.Header("Retry-After"), NumberStyles.None, null, out var seconds)
            ? TimeSpan.FromSeconds(seconds)
            : null;
}

/// <summary>How a client retries a request that fails, is rejected, or takes too long.</summary>
/// <param name="Retries">Further attempts after the first; 0 disables retries.</param>
/// <param name="Patience">How long the client waits for a response before it abandons the attempt.</param>
public sealed record RetryPolicy(int Retries, TimeSpan Patience)
{
    /// <summary>The wait before the second attempt. It doubles before each further attempt. Zero: no wait.</summary>
    public TimeSpan FirstWait { get; init; } = TimeSpan.Zero;

    /// <summary>The maximum of the doubled wait. A wait that the server requests is added to it.</summary>
    public TimeSpan LongestWait { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Waits a random part of the wait ("full jitter": Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015),
    /// so that clients that failed together do not retry together.
    /// </summary>
    public bool Jitter { get; init; }

    /// <summary>Waits the time that the server requests (Retry-After) in addition to its own wait.</summary>
    public bool HonorsRetryAfter { get; init; }

    /// <param name="tries">The number of attempts so far, from 1.</param>
    /// <param name="retryAfter">The server's Retry-After; null without one.</param>
    public TimeSpan WaitAfter(int tries, TimeSpan? retryAfter, Random random)
    {
        var doubled = FirstWait.TotalSeconds * Math.Pow(2, tries - 1);
        var wait = doubled < LongestWait.TotalSeconds ? TimeSpan.FromSeconds(doubled) : LongestWait;
        var own = Jitter ? wait * random.NextDouble() : wait;
        return HonorsRetryAfter && retryAfter is { } asked ? asked + own : own;
    }
}
