using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>
/// Calls a function at given moments. If a moment passes during a call, its call follows at once: the schedule never shifts.
/// </summary>
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
            ? RunOnThreadAsync(() => Run(moments, clock, arrive, cancellationToken))
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

    private static void Run(
        IEnumerable<TimeSpan> moments, RunClock clock, Func<TimeSpan, bool> arrive, CancellationToken cancellationToken)
    {
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

    private static Task RunOnThreadAsync(Action work)
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var thread = new Thread(() => Complete(done, work))
        {
            IsBackground = true,
            Name = "Arrivals",
            Priority = ThreadPriority.AboveNormal,
        };
        thread.Start();
        return done.Task;
    }

    private static void Complete(TaskCompletionSource done, Action work)
    {
        try
        {
            PreciseSleep.PrepareThread();
            _ = RealTimePriority.TryTake();
            work();
            done.SetResult();
        }
        catch (Exception exception)
        {
            done.SetException(exception);
        }
    }
}
