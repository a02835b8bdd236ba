using System.Reflection;
using System.Runtime;
using static DroneDelivery.LoadTests.Lab.Cpu.SystemFile;

namespace DroneDelivery.LoadTests.Lab.Doctor;

/// <summary>Reads the state of the machine: on Linux from <c>/proc</c> and <c>/sys</c>, elsewhere from .NET.</summary>
internal static class MachineReader
{
    private static readonly TimeSpan Watched = TimeSpan.FromSeconds(1);

    /// <summary>True if the services, which are built with the lab, were compiled without optimization.</summary>
    public static bool IsDebugBuild { get; } =
        typeof(MachineReader).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()?.Configuration != "Release";

    /// <summary>Reads the state with the load of one second.</summary>
    public static async Task<MachineState> ReadAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        var start = CpuReading.Now();
        await Task.Delay(Watched, time, cancellationToken);
        return Read(time) with { Load = CpuReading.Between(start, CpuReading.Now()) };
    }

    /// <summary>Reads the state without the load, which takes time to measure.</summary>
    public static MachineState Read(TimeProvider time) => new(
        Environment.ProcessorCount,
        time.TimestampFrequency,
        TryRead("/sys/devices/system/clocksource/clocksource0/current_clocksource")?.Trim(),
        SystemTexts.Quota(TryRead("/sys/fs/cgroup/cpu.max")) ?? SystemTexts.Quota(
            TryRead("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"), TryRead("/sys/fs/cgroup/cpu/cpu.cfs_period_us")),
        TryRead("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")?.Trim(),
        Load: null,
        SystemTexts.LoadAverage(TryRead("/proc/loadavg")),
        SystemTexts.OpenFiles(TryRead("/proc/self/limits")),
        SystemTexts.Ports(TryRead(SystemTexts.PortRangeFile)),
        SystemTexts.TimeWait(TryRead(SystemTexts.SocketsFile)),
        RealTimePriority.IsAllowed(),
        IsDebugBuild,
        GCSettings.IsServerGC)
    {
        Processors = SystemTexts.Processors(TryRead("/proc/self/status")),
        Sockets = OperatingSystem.IsLinux() ? ReadSockets() : null,
    };

    private static SocketSettings ReadSockets() => new()
    {
        SystemFiles = SystemTexts.SystemFiles(TryRead("/proc/sys/fs/file-nr")),
        TimeWaitReuse = SystemTexts.Number(TryRead(SystemTexts.TimeWaitReuseFile)),
        FinTimeoutSeconds = SystemTexts.Number(TryRead("/proc/sys/net/ipv4/tcp_fin_timeout")),
        Backlog = SystemTexts.Number(TryRead("/proc/sys/net/core/somaxconn")),
        SynBacklog = SystemTexts.Number(TryRead("/proc/sys/net/ipv4/tcp_max_syn_backlog")),
    };

    /// <summary>The model name of the processor; null if it is not available.</summary>
    public static string? CpuModel() =>
        SystemTexts.CpuModel(TryRead("/proc/cpuinfo")) ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER");
}

/// <summary>The state of a machine. A value that could not be read is null.</summary>
/// <param name="ClockFrequency">The ticks per second of the clock that measures latency.</param>
/// <param name="ClockSource">For example <c>tsc</c>.</param>
/// <param name="AllowedCores">The number of cores in a container's quota; infinite without a quota.</param>
/// <param name="Load">The use of the machine during the check; null if it was not measured.</param>
/// <param name="RealTime">Whether a thread may run with real-time priority.</param>
internal sealed record MachineState(
    int Cores, long ClockFrequency, string? ClockSource, double? AllowedCores, string? Governor, MachineLoad? Load,
    double? LoadAverage, long? OpenFiles, long? Ports, long? TimeWait, bool RealTime, bool DebugBuild, bool ServerGc)
{
    /// <summary>The processors without a container's quota: .NET counts a quota, rounded up, in <see cref="Cores"/>.</summary>
    public long? Processors { get; init; }

    /// <summary>Null on other systems than Linux.</summary>
    public SocketSettings? Sockets { get; init; }
}
