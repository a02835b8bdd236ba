namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>
/// Reads how much of their limits processes use. Only Linux reports the limits of another process; elsewhere there are none.
/// </summary>
/// <param name="read">Reads a file of <c>/proc</c> or <c>/sys</c>; null if it does not exist.</param>
internal sealed class ResourceReader(Func<string, string?> read)
{
    private const double BytesInMiB = 1024 * 1024;

    public static ResourceReader ForThisMachine { get; } = new(SystemFile.TryRead);

    /// <summary>Memory, handles and threads of each process, memory of all together, and the ports of the generator.</summary>
    public IReadOnlyList<ResourceUse> Read(IReadOnlyList<(string Name, int ProcessId, ProcessReading Reading)> processes)
    {
        var machine = SystemTexts.Memory(read("/proc/meminfo")) / BytesInMiB;
        var groups = processes.Select(process => read($"/proc/{process.ProcessId}/cgroup")).ToList();
        var shared = groups.Distinct().Count() == 1 ? MemoryLimit(groups[0]) : null;
        double? together = processes.Count > 1 ? processes.Sum(process => process.Reading.MemoryMiB) : null;
        var generator = processes.FirstOrDefault(process => process.Name == ProcessUsageSampler.LoadGenerator).Reading;
        return
        [
            .. Limited(ResourceUse.Memory, ResourceUse.All, together, Lowest(shared, machine)),
            // Where there are too many sockets to count them, nearly every handle is one.
            .. Limited(
                ResourceUse.Ports, ProcessUsageSampler.LoadGenerator, (generator.Sockets ?? generator.Handles) + WaitingPorts(),
                SystemTexts.Ports(read(SystemTexts.PortRangeFile))),
            .. processes.Zip(groups).SelectMany(each => Read(each.First, each.Second, machine)),
        ];
    }

    private IEnumerable<ResourceUse> Read(
        (string Name, int ProcessId, ProcessReading Reading) process, string? groups, double? machineMemory)
    {
        var (name, reading, limits) = (process.Name, process.Reading, read($"/proc/{process.ProcessId}/limits"));
        var threads = Lowest(
            SystemTexts.Threads(limits), SystemTexts.Number(read("/proc/sys/kernel/threads-max")),
            GroupLimit(groups, "pids", "pids.max", "pids.max"));
        return
        [
            .. Limited(ResourceUse.Memory, name, reading.MemoryMiB, Lowest(MemoryLimit(groups), machineMemory)),
            .. Limited(ResourceUse.Handles, name, reading.Handles, SystemTexts.OpenFiles(limits)),
            .. Limited(ResourceUse.Threads, name, reading.Threads, threads),
        ];
    }

    private double? MemoryLimit(string? groups) =>
        GroupLimit(groups, "memory", "memory.limit_in_bytes", "memory.max") / BytesInMiB;

    /// <summary>The lowest limit of a process's control group and of those that contain it; null without one.</summary>
    private double? GroupLimit(string? groups, string controller, string fileOfV1, string fileOfV2) => Lowest(
        SystemTexts.GroupFiles(groups, controller, fileOfV1, fileOfV2)
            .Select(path => (double?)SystemTexts.Number(read(path))));

    private static double? Lowest(params IEnumerable<double?> limits) => limits.Min();

    private static IEnumerable<ResourceUse> Limited(string resource, string owner, double? used, double? limit) =>
        used is { } some && limit is > 0 and < long.MaxValue and { } most ? [new ResourceUse(resource, owner, some, most)] : [];

    /// <summary>Ports in TIME_WAIT, unless connections on this machine may use them again after a second.</summary>
    private long WaitingPorts() => SystemTexts.Number(read(SystemTexts.TimeWaitReuseFile)) is 1 or 2
        ? 0
        : SystemTexts.TimeWait(read(SystemTexts.SocketsFile)) ?? 0;
}

/// <summary>How much of a limit is used. Memory is in MiB.</summary>
/// <param name="Owner">The process that has the limit, or <see cref="All"/>.</param>
public sealed record ResourceUse(string Resource, string Owner, double Used, double Limit)
{
    public const string Cpu = "CPU";
    public const string Memory = "memory";
    public const string Handles = "handles";
    public const string Threads = "threads";
    public const string Ports = "ports";

    /// <summary>The owner of what all known processes and the generator use together.</summary>
    public const string All = "all";

    /// <summary>From 0 to 1.</summary>
    public double Share => Used / Limit;
}
