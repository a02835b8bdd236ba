using System.Globalization;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.Engine.Journeys;

/// <summary>One attempt of a request. <paramref name="number"/> counts from 1.</summary>
public delegate ValueTask<HttpAnswer> Try(UserIteration turn, int number, CancellationToken cancellationToken);

/// <summary>
/// A request that is retried by a policy. The outcome is that of the last attempt; an abandoned attempt counts as a time-out.
/// </summary>
public sealed class RetryingCall(RetryPolicy policy, Try ask, TimeProvider time)
{
    public async ValueTask<RequestOutcome> AskAsync(UserIteration turn, CancellationToken cancellationToken)
    {
        for (var number = 1; ; number++)
        {
            var answer = await TryAsync(turn, number, cancellationToken);
            if (answer.Outcome.Kind == OutcomeKind.Success || number > policy.Retries)
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
        int.TryParse(answer.Header("Retry-After"), NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)
            ? TimeSpan.FromSeconds(seconds)
            : null;
}
