using System.Runtime.InteropServices;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>
/// Puts a thread before all ordinary ones, so that it runs as soon as its sleep ends. Linux lets an ordinary thread that wakes on
/// a busy core wait for the slices of others, tens of milliseconds of them, and knows nothing of <see cref="ThreadPriority"/>.
/// </summary>
public static class RealTimePriority
{
    /// <summary>SCHED_FIFO, see sched(7).</summary>
    private const int FirstInFirstOut = 1;

    /// <summary>SCHED_RESET_ON_FORK: threads that this one starts, of the thread pool above all, are ordinary again.</summary>
    private const int ResetOnFork = 0x40000000;

    private const int Lowest = 1;

    /// <summary>Whether <see cref="TryTake"/> would succeed; tried on a thread of its own.</summary>
    public static bool IsAllowed()
    {
        var allowed = false;
        var thread = new Thread(() => allowed = TryTake());
        thread.Start();
        thread.Join();
        return allowed;
    }

    /// <summary>
    /// For the calling thread. False where the system does not allow it: it takes root, CAP_SYS_NICE or a limit of real-time
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
