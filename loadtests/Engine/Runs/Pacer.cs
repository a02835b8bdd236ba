namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>Calls a function at given moments, at once if a moment has passed: the schedule never shifts.</summary>
internal static class Pacer
{
    /// <summary>Short enough to notice a cancelled run.</summary>
    private static readonly TimeSpan LongestSleep = TimeSpan.FromMilliseconds(20);

    /// <summary>
    /// Returns after the last moment, or when <paramref name="arrive"/> returns false. Once cancelled, it does not wait any more.
    /// With the system's clock it uses a separate thread; with another clock it uses that clock's timers.
    /// </summary>
    public static Task RunAsync(
        IEnumerable<TimeSpan> moments, RunClock clock, Func<TimeSpan, bool> arrive, CancellationToken cancellationToken) =>
        clock.IsSystemClock
            ? Task.Factory.StartNew(
                () => RunOnThread(moments, clock, arrive, cancellationToken),
                CancellationToken.None,
                TaskCreationOptions.LongRunning | TaskCreationOptions.RunContinuationsAsynchronously,
                TaskScheduler.Default)
            : RunOnTimersAsync(moments, clock, arrive, cancellationToken);

    private static async Task RunOnTimersAsync(
        IEnumerable<TimeSpan> moments, RunClock clock, Func<TimeSpan, bool> arrive, CancellationToken cancellationToken)
    {
        foreach (var moment in moments)
        {
            await clock.WaitUntilAsync(moment, cancellationToken);
            if (!arrive(moment))
            {
                return;
            }
        }
    }

    private static void RunOnThread(
        IEnumerable<TimeSpan> moments, RunClock clock, Func<TimeSpan, bool> arrive, CancellationToken cancellationToken)
    {
        Thread.CurrentThread.Name = "Arrivals";
        Thread.CurrentThread.Priority = ThreadPriority.AboveNormal;
        PreciseSleep.PrepareThread();
        _ = RealTimePriority.TryTake();
        foreach (var moment in moments)
        {
            while (moment - clock.Elapsed is var left && left > TimeSpan.Zero && !cancellationToken.IsCancellationRequested)
            {
                PreciseSleep.For(left < LongestSleep ? left : LongestSleep);
            }

            if (!arrive(moment))
            {
                return;
            }
        }
    }
}
