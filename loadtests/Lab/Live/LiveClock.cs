namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>The timer of a live page.</summary>
internal static class LiveClock
{
    private static readonly TimeSpan Beat = TimeSpan.FromSeconds(1);

    /// <summary>Reads and publishes a snapshot once a second until cancelled; then returns normally. Skips null.</summary>
    public static async Task RunAsync(
        LiveFeed feed, Func<CancellationToken, Task<LiveSnapshot?>> read, TimeProvider time, CancellationToken cancellationToken)
    {
        using var beats = new PeriodicTimer(Beat, time);
        try
        {
            while (await beats.WaitForNextTickAsync(cancellationToken))
            {
                if (await read(cancellationToken) is { } snapshot)
                {
                    feed.Publish(snapshot);
                }
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return;
        }
    }
}
