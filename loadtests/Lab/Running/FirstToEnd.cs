namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>What ended a piece of work on a system: itself, Ctrl+C, or a process that failed.</summary>
internal static class FirstToEnd
{
    private static readonly TimeSpan InterruptionDelay = TimeSpan.FromMilliseconds(300);

    /// <summary>
    /// Whether a process failed before the work ended. A process's end, the broken connections that it causes, and Ctrl+C, which
    /// reaches the services at the same moment as the lab, are seen in any order: what ends work early waits a moment for the
    /// others.
    /// </summary>
    /// <param name="cancellationToken">Of Ctrl+C.</param>
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
