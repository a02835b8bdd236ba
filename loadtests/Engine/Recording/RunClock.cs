namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>The time since a phase of a run started, and the only place where the engine sleeps.</summary>
/// <remarks>
/// The system's timers are coarse. On Linux, 40 users with exponential think times on two cores with other load on them
/// sent their requests 2.1 ms late on average (p50 2.0, p90 3.7, p99 4.8, at most 7.0 ms). Each run reports its own lateness,
/// and includes it in latency.
/// </remarks>
internal sealed class RunClock(TimeProvider time)
{
    private static readonly TimeSpan ShortestSleep = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan LongestSleep = TimeSpan.FromDays(1);

    private readonly long _start = time.GetTimestamp();

    public DateTimeOffset StartedAt { get; } = time.GetUtcNow();

    /// <summary>Whether this is the system's clock. Then a wait need not use the clock's timers.</summary>
    public bool IsSystemClock => time == TimeProvider.System;

    public TimeSpan Elapsed => time.GetElapsedTime(_start);

    /// <summary>Returns at or after the moment, never earlier; false when cancelled.</summary>
    public async ValueTask<bool> WaitUntilAsync(TimeSpan moment, CancellationToken cancellationToken)
    {
        // Timers count whole milliseconds and may fire a fraction early, hence the loop.
        while (moment - Elapsed is var left && left > TimeSpan.Zero && !cancellationToken.IsCancellationRequested)
        {
            var sleep = left < ShortestSleep ? ShortestSleep : left > LongestSleep ? LongestSleep : left;
            await Task.Delay(sleep, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        return !cancellationToken.IsCancellationRequested;
    }
}
