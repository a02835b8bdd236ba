using System.Runtime.InteropServices;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>
/// Sleeps to a fraction of a millisecond. The runtime's own sleeps count whole milliseconds, and spinning instead would take a
/// core from the system under test.
/// </summary>
internal static class PreciseSleep
{
    private const long NanosecondsPerTick = 100;

    /// <summary>PR_SET_TIMERSLACK, see prctl(2).</summary>
    private const int SetTimerSlack = 29;

    /// <summary>Windows wakes sleepers only every 15.6 ms unless told otherwise.</summary>
    private static readonly TimeSpan CoarseTick = TimeSpan.FromMilliseconds(16);

    private static readonly bool HasNanoSleep = !OperatingSystem.IsWindows() && Finds(() => NanoSleep(default, 0));

    /// <summary>
    /// Linux lets the timers of a thread fire up to 50 us late, to wake several at once: asks for a nanosecond instead.
    /// </summary>
    public static void PrepareThread()
    {
        if (OperatingSystem.IsLinux() && HasNanoSleep)
        {
            _ = PrCtl(SetTimerSlack, 1, 0, 0, 0);
        }
    }

    /// <summary>May return early, and a little late.</summary>
    public static void For(TimeSpan time)
    {
        if (HasNanoSleep)
        {
            var (seconds, rest) = Math.DivRem(time.Ticks, TimeSpan.TicksPerSecond);
            var request = new TimeSpec { Seconds = (nint)seconds, Nanoseconds = (nint)(rest * NanosecondsPerTick) };
            _ = NanoSleep(in request, 0);
        }
        else if (time > CoarseTick)
        {
            using var never = new ManualResetEventSlim();
            never.Wait(time - CoarseTick);
        }
        else
        {
            Thread.Yield();
        }
    }

    /// <summary>Whether the C library is called what it is called here.</summary>
    private static bool Finds(Action call)
    {
        try
        {
            call();
            return true;
        }
        catch (Exception exception) when (exception is DllNotFoundException or EntryPointNotFoundException)
        {
            return false;
        }
    }

    // Without SetLastError: a sleep that a signal cut short is simply followed by another.
    [DllImport("libc", EntryPoint = "nanosleep")]
    private static extern int NanoSleep(in TimeSpec request, nint remaining);

    [DllImport("libc", EntryPoint = "prctl")]
    private static extern int PrCtl(int option, nuint first, nuint second, nuint third, nuint fourth);

    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
