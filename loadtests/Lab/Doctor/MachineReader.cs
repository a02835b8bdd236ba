using System.Runtime;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.LoadTests.Lab.Running;

namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>Reads what the system tells: on Linux <c>/proc</c> and <c>/sys</c>, elsewhere what .NET knows.</summary>
internal static class MachineReader
{
    private static readonly TimeSpan Watched = TimeSpan.FromSeconds(1);

    public static async Task<MachineState> ReadAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        var (before, processes) = (CpuTimes.Now(), Processes());
        await Task.Delay(Watched, time, cancellationToken);
        var passed = before is { } earlier ? CpuTimes.Now()?.Since(earlier) : null;
        var busy = Busy(processes, passed);
        return new MachineState(
            Environment.ProcessorCount,
            time.TimestampFrequency,
            Text("/sys/devices/system/clocksource/clocksource0/current_clocksource")?.Trim(),
            SystemTexts.Quota(Text("/sys/fs/cgroup/cpu.max"))
                ?? SystemTexts.Quota(Text("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"), Text("/sys/fs/cgroup/cpu/cpu.cfs_period_us")),
            Text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")?.Trim(),
            passed is { Total: > 0 } share ? (double)share.Steal / share.Total : null,
            SystemTexts.LoadAverage(Text("/proc/loadavg")),
            OtherCores(processes, passed),
            busy.MaxBy(process => process.Cores),
            SystemTexts.OpenFiles(Text("/proc/self/limits")),
            SystemTexts.Ports(Text("/proc/sys/net/ipv4/ip_local_port_range")),
            SystemTexts.TimeWait(Text("/proc/net/sockstat")),
            RealTimePriority.IsAllowed(),
            RunManifestBuilder.IsDebugBuild,
            GCSettings.IsServerGC);
    }

    /// <summary>As the processor names itself; null where it does not.</summary>
    public static string? CpuModel() =>
        SystemTexts.CpuModel(Text("/proc/cpuinfo")) ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER");

    /// <summary>What all programs but this one used, those included that came and went meanwhile, as compilers do.</summary>
    private static double? OtherCores(IReadOnlyDictionary<int, ProcessTimes> before, CpuTimes? passed)
    {
        if (passed is not { Total: > 0 } all)
        {
            return null;
        }

        var own = Own(Processes()) - Own(before);
        return Math.Max(0, all.Used - own) * (double)Environment.ProcessorCount / all.Total;
    }

    private static long Own(IReadOnlyDictionary<int, ProcessTimes> processes) =>
        processes.TryGetValue(Environment.ProcessId, out var own) ? own.Ticks : 0;

    /// <summary>
    /// Other processes that used anything meanwhile. Ticks of all cores together are what a core ticks, times the cores.
    /// </summary>
    private static IReadOnlyList<BusyProcess> Busy(IReadOnlyDictionary<int, ProcessTimes> before, CpuTimes? passed)
    {
        if (passed is not { Total: > 0 } all)
        {
            return [];
        }

        var ticksOfACore = (double)all.Total / Environment.ProcessorCount;
        return
        [
            .. from process in Processes().Values
               where process.Id != Environment.ProcessId && before.ContainsKey(process.Id)
               let used = process.Ticks - before[process.Id].Ticks
               where used > 0
               select new BusyProcess(process.Id, process.Name, used / ticksOfACore),
        ];
    }

    private static Dictionary<int, ProcessTimes> Processes() => Directory.Exists("/proc/self")
        ? Directory.EnumerateDirectories("/proc")
            .Where(folder => Path.GetFileName(folder).All(char.IsAsciiDigit))
            .Select(folder => ProcessTimes.Parse(Text(Path.Combine(folder, "stat"))))
            .OfType<ProcessTimes>()
            .ToDictionary(process => process.Id)
        : [];

    private static string? Text(string path)
    {
        try
        {
            return File.Exists(path) ? File.ReadAllText(path) : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
