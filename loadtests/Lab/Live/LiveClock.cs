namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>The beat of a live page.</summary>
internal static class LiveClock
{
    private static readonly TimeSpan Beat = TimeSpan.FromSeconds(1);

    /// <summary>Reads and publishes once a second until cancelled; then returns normally. A null has nothing to show.</summary>
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
