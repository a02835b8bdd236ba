using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Cpu;

/// <summary>CPU times of the machine and of each process at one moment. Two of them tell what used it between.</summary>
internal sealed record CpuReading(CpuTimes Machine, IReadOnlyDictionary<int, ProcessTimes> Processes, int Root, int Cores)
{
    /// <summary>Null where the operating system does not tell. The run's processes are this one and its descendants.</summary>
    public static CpuReading? Now() =>
        CpuTimes.Now() is { } machine
            ? new CpuReading(machine, ReadProcesses(), Environment.ProcessId, Environment.ProcessorCount)
            : null;

    /// <param name="knowsSystem">
    /// False where the system under test is not started by the lab: its CPU is then not told apart from that of others.
    /// </param>
    /// <returns>Null where no time has passed or nothing could be read.</returns>
    public static MachineLoad? Between(CpuReading? start, CpuReading? end, bool knowsSystem = true)
    {
        if (start is null || end is null || end.Machine.Since(start.Machine) is not { Total: > 0 } passed)
        {
            return null;
        }

        double total = passed.Total;
        var own = Math.Max(0, end.OwnTicks() - start.OwnTicks()) / total;
        return new MachineLoad(
            passed.Steal / total, knowsSystem ? Math.Max(0, (passed.Used / total) - own) : null, Math.Min(1, own))
        {
            Busiest = knowsSystem ? end.BusiestOther(start, total) : null,
        };
    }

    /// <summary>
    /// With those of ended children: what a process used that ended between two readings is then in its parent's.
    /// </summary>
    private long OwnTicks()
    {
        var family = Family();
        return Processes.Values.Where(process => family.Contains(process.Id))
            .Sum(process => process.Ticks + process.EndedChildrenTicks);
    }

    private HashSet<int> Family()
    {
        var children = Processes.Values.ToLookup(process => process.ParentId, process => process.Id);
        HashSet<int> family = [];
        var next = new Stack<int>([Root]);
        while (next.TryPop(out var id))
        {
            if (family.Add(id))
            {
                children[id].ToList().ForEach(next.Push);
            }
        }

        return family;
    }

    private OtherProcess? BusiestOther(CpuReading start, double total)
    {
        var family = Family();
        var others =
            from process in Processes.Values
            where !family.Contains(process.Id)
            let ticks = process.Ticks - start.Processes.GetValueOrDefault(process.Id).Ticks
            where ticks > 0
            select new OtherProcess(process.Id, process.Name, ticks / total * Cores);
        return others.MaxBy(process => process.Cores);
    }

    private static Dictionary<int, ProcessTimes> ReadProcesses() =>
        Directory.EnumerateDirectories("/proc")
            .Where(folder => Path.GetFileName(folder).All(char.IsAsciiDigit))
            .Select(folder => ProcessTimes.Parse(SystemFile.TryRead(Path.Combine(folder, "stat"))))
            .OfType<ProcessTimes>()
            .ToDictionary(process => process.Id);
}
