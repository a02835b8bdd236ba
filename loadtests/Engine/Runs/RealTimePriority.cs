namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>
/// Gives a thread a real-time priority, so that it runs as soon as its sleep ends. On a busy core, Linux makes an ordinary thread
/// that wakes wait for the time slices of others; it ignores <see cref="ThreadPriority"/>.
/// </summary>
public static class RealTimePriority
{
    /// <summary>SCHED_FIFO, see sched(7).</summary>
    private const int FirstInFirstOut = 1;

    /// <summary>SCHED_RESET_ON_FORK: threads that this thread starts, for example pool threads, have normal priority.</summary>
    private const int ResetOnFork = 0x40000000;

    private const int Lowest = 1;

    /// <summary>Whether <see cref="TryTake"/> would succeed; tried on a new thread.</summary>
    public static bool IsAllowed()
    {
        var allowed = false;
        var thread = new Thread(() => allowed = TryTake());
        thread.Start();
        thread.Join();
        return allowed;
    }

    /// <summary>
    /// For the calling thread. False if the system does not allow it. It requires root, CAP_SYS_NICE or a limit of real-time
    /// priorities (<c>ulimit -r</c>) above zero.
    /// </summary>
    public static bool TryTake()
    {
        try
        {
            return OperatingSystem.IsLinux()
                && SetScheduler(0, FirstInFirstOut | ResetOnFork, new Parameters { Priority = Lowest }) == 0;
        }
        catch (Exception exception) when (exception is DllNotFoundException or EntryPointNotFoundException)
        {
            return false;
        }
    }

    [DllImport("libc", EntryPoint = "sched_setscheduler")]
    private static extern int SetScheduler(int thread, int policy, in Parameters parameters);

    [StructLayout(LayoutKind.Sequential)]
    private struct Parameters
    {
        public int Priority;
    }
}
