namespace DroneDelivery.LoadTests.Lab.Cpu;

/// <summary>CPU times of the machine and of each process at one moment. Two readings give the use of CPU between them.</summary>
internal sealed record CpuReading(CpuTimes Machine, IReadOnlyDictionary<int, ProcessTimes> Processes, int Root, int Cores)
{
    /// <summary>Bytes sent over the loopback interface so far; null if they are not known.</summary>
    public long? LoopbackBytes { get; init; }

    /// <summary>Null if the system does not report them. The run's processes are this one and its descendants.</summary>
    public static CpuReading? Now() =>
        CpuTimes.Now() is { } machine
            ? new CpuReading(machine, ReadProcesses(), Environment.ProcessId, Environment.ProcessorCount)
            {
                LoopbackBytes = ReadLoopback(),
            }
            : null;

    /// <param name="knowsSystem">False if the lab did not start the system under test; the CPU of others is then unknown.</param>
    /// <returns>Null if no time has passed or nothing could be read.</returns>
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
            LoopbackBytes = end.LoopbackBytes - start.LoopbackBytes,
            Busiest = knowsSystem ? end.BusiestOther(start, total) : null,
        };
    }

    /// <summary>As <see cref="LoopbackBytes"/>.</summary>
    public static long? ReadLoopback() => ParseLoopback(SystemFile.TryRead("/proc/net/dev"));

    /// <param name="interfaces">The content of <c>/proc/net/dev</c>: a line for each, what was received in eight columns.</param>
    internal static long? ParseLoopback(string? interfaces)
    {
        const string Name = "lo:";
        const int SentColumn = 8;
        var line = interfaces?.Split('\n').FirstOrDefault(each => each.TrimStart().StartsWith(Name, StringComparison.Ordinal));
        var columns = line?.TrimStart()[Name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries) ?? [];
        return columns.Length > SentColumn ? long.Parse(columns[SentColumn]) : null;
    }

    /// <summary>Includes ended children: the CPU of a process that ended between two readings is in its parent.</summary>
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

/// <summary>The ticks of all cores together since the system started: the first line of <c>/proc/stat</c>.</summary>
internal readonly record struct CpuTimes(long Total, long Idle, long Steal)
{
    private const int IdleColumn = 3;
    private const int WaitColumn = 4;
    private const int StealColumn = 7;

    /// <summary>Guest times are part of user times and are not added again.</summary>
    private const int Columns = 8;

    /// <summary>Null if the operating system does not have the file.</summary>
    public static CpuTimes? Now() => Parse(SystemFile.TryRead("/proc/stat"));

    public static CpuTimes? Parse(string? stat)
    {
        var words = stat?.Split('\n')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries) ?? [];
        if (words.Length <= Columns || words[0] != "cpu")
        {
            return null;
        }

        long[] ticks = [.. words.Skip(1).Take(Columns).Select(word => long.Parse(word))];
        return new CpuTimes(ticks.Sum(), ticks[IdleColumn] + ticks[WaitColumn], ticks[StealColumn]);
    }

    /// <summary>The use of all processes, including those that started and ended between two readings.</summary>
    public long Used => Total - Idle - Steal;

    public CpuTimes Since(CpuTimes earlier) => new(Total - earlier.Total, Idle - earlier.Idle, Steal - earlier.Steal);
}

/// <summary>A process's name, parent and CPU ticks: <c>/proc/PID/stat</c>.</summary>
/// <param name="Ticks">The ticks of the process itself.</param>
/// <param name="EndedChildrenTicks">The ticks of its child processes that have ended.</param>
internal readonly record struct ProcessTimes(int Id, string Name, int ParentId, long Ticks, long EndedChildrenTicks)
{
    // Columns after the name, which may contain spaces and brackets.
    private const int ParentColumn = 1;
    private const int UserColumn = 11;
    private const int SystemColumn = 12;
    private const int ChildrenUserColumn = 13;
    private const int ChildrenSystemColumn = 14;

    public static ProcessTimes? Parse(string? stat)
    {
        var (open, close) = (stat?.IndexOf('(', StringComparison.Ordinal) ?? -1, stat?.LastIndexOf(')') ?? -1);
        if (open < 0 || close < open)
        {
            return null;
        }

        var words = stat![(close + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return words.Length > ChildrenSystemColumn
            ? new ProcessTimes(
                (int)Number(stat[..open]), stat[(open + 1)..close], (int)Number(words[ParentColumn]),
                Number(words[UserColumn]) + Number(words[SystemColumn]),
                Number(words[ChildrenUserColumn]) + Number(words[ChildrenSystemColumn]))
            : null;
    }

    private static long Number(string text) => long.Parse(text);
}
