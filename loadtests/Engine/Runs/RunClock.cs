namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>The time since a phase of a run started, and the only place where the engine sleeps.</summary>
internal sealed class RunClock(TimeProvider time)
{
    private static readonly TimeSpan ShortestSleep = TimeSpan.FromMilliseconds(1);

    private readonly long _start = time.GetTimestamp();

    public DateTimeOffset StartedAt { get; } = time.GetUtcNow();

    public TimeSpan Elapsed => time.GetElapsedTime(_start);

    /// <summary>Returns at or after the moment, never before it; false when cancelled.</summary>
    public async ValueTask<bool> WaitUntilAsync(TimeSpan moment, CancellationToken cancellationToken)
    {
        // The system's timers count whole milliseconds and may fire a fraction early, hence the loop.
        for (var left = moment - Elapsed; left > TimeSpan.Zero && !cancellationToken.IsCancellationRequested; left = moment - Elapsed)
        {
            var sleep = left < ShortestSleep ? ShortestSleep : left;
            await Task.Delay(sleep, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        return !cancellationToken.IsCancellationRequested;
    }
}
