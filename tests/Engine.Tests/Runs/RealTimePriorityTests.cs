using System.Globalization;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.Engine.Tests.Runs;

public sealed class RealTimePriorityTests
{
    // proc_pid_stat(5): the policy is field 41, and the first two are cut away with the name.
    private const int PolicyIndex = 41 - 3;
    private const int Ordinary = 0;
    private const int FirstInFirstOut = 1;

    [Fact]
    public void TryTake_OnLinux_IsForTheThreadAloneAndNotForThoseItStarts()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux has such priorities.");
        var (taken, own, started) = (false, -1, -1);

        OnThread(() =>
        {
            taken = RealTimePriority.TryTake();
            own = Policy();
            OnThread(() => started = Policy());
        });

        Assert.Equal((taken ? FirstInFirstOut : Ordinary, Ordinary, Ordinary), (own, started, Policy()));
    }

    private static void OnThread(Action work)
    {
        var thread = new Thread(() => work());
        thread.Start();
        thread.Join();
    }

    private static int Policy()
    {
        var stat = File.ReadAllText("/proc/thread-self/stat");
        return int.Parse(stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[PolicyIndex], CultureInfo.InvariantCulture);
    }
}
