namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>
/// Sleeps with a precision of a fraction of a millisecond. The runtime's own sleeps count whole milliseconds, and spinning would
/// take a core from the system under test.
/// </summary>
internal static class PreciseSleep
{
    private const long NanosecondsPerTick = 100;

    /// <summary>PR_SET_TIMERSLACK, see prctl(2).</summary>
    private const int SetTimerSlack = 29;

    /// <summary>By default Windows wakes sleeping threads only every 15.6 ms.</summary>
    private static readonly TimeSpan CoarseTick = TimeSpan.FromMilliseconds(16);

    private static readonly bool HasNanoSleep = !OperatingSystem.IsWindows()
        && NativeLibrary.TryLoad("libc", typeof(PreciseSleep).Assembly, null, out var library)
        && NativeLibrary.TryGetExport(library, "nanosleep", out _);

    /// <summary>By default Linux fires a thread's timers up to 50 us late, to wake several at once. This sets 1 ns.</summary>
    public static void PrepareThread()
    {
        if (OperatingSystem.IsLinux() && HasNanoSleep)
        {
            _ = PrCtl(SetTimerSlack, 1, 0, 0, 0);
        }
    }

    /// <summary>May return early, or a little late.</summary>
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

    // Without SetLastError: the caller sleeps again after a sleep that a signal interrupted.
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
