namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>Finds out why work on a system ended: by itself, by Ctrl+C, or because a process failed.</summary>
internal static class FirstToEnd
{
    private static readonly TimeSpan InterruptionDelay = TimeSpan.FromMilliseconds(300);

    /// <summary>Runs work, and cancels it when a process fails.</summary>
    /// <param name="waitForFailure">Completes with a sentence when a process fails.</param>
    /// <param name="work">Returns its results so far when it is cancelled.</param>
    /// <param name="cancellationToken">Cancelled by Ctrl+C.</param>
    public static async Task<(T Result, string? Failure)> RunAsync<T>(
        Func<CancellationToken, Task<string>> waitForFailure, Func<CancellationToken, Task<T>> work, TimeProvider time,
        CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var failure = waitForFailure(stop.Token);
        var running = work(stop.Token);
        var failed = await IsFailureAsync(running, failure, time, cancellationToken);
        await stop.CancelAsync();
        return (await running, failed ? await failure : null);
    }

    /// <summary>
    /// Whether a process failed before the work ended. The end of a process, the broken connections that it causes, and Ctrl+C,
    /// which reaches services and lab at the same time, are observed in any order. After an early end, the method waits a moment
    /// for the other signals.
    /// </summary>
    /// <param name="cancellationToken">Cancelled by Ctrl+C.</param>
    public static async Task<bool> IsFailureAsync(Task work, Task failure, TimeProvider time, CancellationToken cancellationToken)
    {
        if (await Task.WhenAny(work, failure) == work && work.IsCompletedSuccessfully)
        {
            return false;
        }

        await Task.Delay(InterruptionDelay, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return failure.IsCompletedSuccessfully && !cancellationToken.IsCancellationRequested;
    }
}
