namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>Samples CPU, memory, threads, handles and sockets of processes once a second. Can be read from any thread.</summary>
/// <param name="find">
/// Called for each sample. A process that was restarted has another id and the same name; names do not change.
/// </param>
/// <param name="kept">The time for which samples are kept; an hour by default.</param>
internal sealed class ProcessUsageSampler(
    Func<IReadOnlyList<(string Name, int ProcessId)>> find, TimeProvider time, TimeSpan? kept = null)
{
    /// <summary>The name of the lab's process, which generates the load.</summary>
    public const string LoadGenerator = "load-generator";

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly double _keptSamples = (kept ?? TimeSpan.FromHours(1)) / Interval;
    private readonly Lock _gate = new();
    private readonly Dictionary<string, (int ProcessId, TimeSpan At, ProcessReading Reading)> _last = [];
    private readonly Dictionary<string, DiskBytes?> _diskAtStart = [];
    private readonly Dictionary<string, Queue<ProcessInterval>> _intervals =
        find().ToDictionary(process => process.Name, _ => new Queue<ProcessInterval>());

    private long _start;

    /// <summary>Samples until cancelled; then returns normally.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        _start = time.GetTimestamp();
        using var ticks = new PeriodicTimer(Interval, time);
        await using var end = cancellationToken.Register(ticks.Dispose);
        do
        {
            foreach (var (name, id) in find())
            {
                Sample(name, id);
            }
        }
        while (await ticks.WaitForNextTickAsync(CancellationToken.None));
    }

    /// <summary>All kept seconds, process by process. Seconds are counted from the start of sampling.</summary>
    public IReadOnlyList<ProcessSample> Samples() => _gate.Read<IReadOnlyList<ProcessSample>>(() =>
        [.. _intervals.SelectMany(process => process.Value.Select(interval => interval.ToSample(process.Key)))]);

    /// <summary>The last second of each process that was seen running.</summary>
    public IReadOnlyList<(string Process, ProcessInterval Interval)> Latest() =>
        _gate.Read<IReadOnlyList<(string, ProcessInterval)>>(() =>
            [.. _intervals.Where(process => process.Value.Count > 0).Select(process => (process.Key, process.Value.Last()))]);

    /// <summary>Mean and maximum of each process that was seen running.</summary>
    /// <param name="until">The end of the load: later seconds, in which the last answers are awaited, do not count.</param>
    public IReadOnlyList<ProcessRecord> Summarise(TimeSpan? until = null) => _gate.Read<IReadOnlyList<ProcessRecord>>(() =>
    [
        .. from process in _intervals
           let intervals = process.Value.Where(interval => !(interval.Second >= until?.TotalSeconds)).ToList()
           where intervals.Count > 0
           let disk = _last[process.Key].Reading.Disk - _diskAtStart[process.Key]
           select new ProcessRecord(
               process.Key,
               intervals.Sum(interval => interval.Cpu.TotalSeconds) / intervals.Sum(interval => interval.Length.TotalSeconds),
               intervals.Max(interval => interval.CpuCores),
               intervals.Average(interval => interval.AtEnd.MemoryMiB),
               intervals.Max(interval => interval.AtEnd.MemoryMiB))
           {
               DiskReadBytes = disk?.Read,
               DiskWrittenBytes = disk?.Written,
           },
    ]);

    private void Sample(string name, int id)
    {
        if (ProcessReading.Find(id) is not { } reading)
        {
            // The process has ended; the run reports this separately.
            return;
        }

        var now = time.GetElapsedTime(_start);
        using var scope = _gate.EnterScope();
        var isKnown = _last.TryGetValue(name, out var last);
        if (!isKnown || last.ProcessId != id)
        {
            // The counters of a restarted process begin at zero, and those of the process before it stay in the sum.
            _diskAtStart[name] = isKnown ? default(DiskBytes) - (last.Reading.Disk - _diskAtStart[name]) : reading.Disk;
        }

        if (isKnown && last.ProcessId == id && now > last.At)
        {
            var intervals = _intervals[name];
            intervals.Enqueue(new ProcessInterval(last.At, now, last.Reading, reading));
            if (intervals.Count > _keptSamples)
            {
                intervals.Dequeue();
            }
        }

        _last[name] = (id, now, reading);
    }
}

/// <summary>What a process used between two readings. Times count from the start of sampling.</summary>
internal readonly record struct ProcessInterval(TimeSpan From, TimeSpan To, ProcessReading AtStart, ProcessReading AtEnd)
{
    public TimeSpan Cpu => AtEnd.Cpu - AtStart.Cpu;

    /// <summary>Read and written; null if it is not known.</summary>
    public double? DiskBytesPerSecond => AtEnd.Disk - AtStart.Disk is { } disk
        ? (disk.Read + disk.Written) / Length.TotalSeconds
        : null;

    public TimeSpan Length => To - From;

    public double CpuCores => Cpu / Length;

    /// <summary>The second that contains most of the interval, since a reading may be a little late.</summary>
    public int Second => (int)((From + To) / 2).TotalSeconds;

    public ProcessSample ToSample(string process) =>
        new(process, Second, CpuCores, AtEnd.MemoryMiB, AtEnd.Threads, AtEnd.Sockets) { Handles = AtEnd.Handles };
}
