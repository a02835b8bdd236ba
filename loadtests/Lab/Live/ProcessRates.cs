namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>CPU and memory of processes between two readings. For a restarted process, the measurement starts again.</summary>
internal sealed class ProcessRates(TimeProvider time)
{
    private readonly Dictionary<string, (int ProcessId, long At, TimeSpan Cpu)> _last = [];

    public IReadOnlyList<LiveProcess> Read(IEnumerable<(string Name, int ProcessId)> processes) =>
        [.. processes.Select(process => Read(process.Name, process.ProcessId)).OfType<LiveProcess>()];

    private LiveProcess? Read(string name, int id)
    {
        // Until its parent waits for it, a process that has ended is still listed, without memory.
        if (ProcessReading.Find(id) is not { MemoryMiB: > 0 } reading)
        {
            return null;
        }

        var now = time.GetTimestamp();
        var known = _last.TryGetValue(name, out var last) && last.ProcessId == id;
        _last[name] = (id, now, reading.Cpu);
        return known
            ? new LiveProcess(name, (reading.Cpu - last.Cpu) / time.GetElapsedTime(last.At, now), reading.MemoryMiB)
            : null;
    }
}
