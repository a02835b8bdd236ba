namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>
/// CPU, memory and disk of processes, and the bytes of the loopback interface, between two readings. For a restarted process, the
/// measurement starts again.
/// </summary>
internal sealed class ProcessRates(TimeProvider time)
{
    private readonly Dictionary<string, (int ProcessId, long At, ProcessReading Reading)> _last = [];
    private (long At, long? Bytes) _lastLoopback;

    public IReadOnlyList<LiveProcess> Read(IEnumerable<(string Name, int ProcessId)> processes) =>
        [.. processes.Select(process => Read(process.Name, process.ProcessId)).OfType<LiveProcess>()];

    /// <summary>Bytes per second since the last call; null for the first, or if they are not known.</summary>
    public double? ReadLoopback()
    {
        var (last, now) = (_lastLoopback, (At: time.GetTimestamp(), Bytes: CpuReading.ReadLoopback()));
        _lastLoopback = now;
        return now.At > last.At ? (now.Bytes - last.Bytes) / time.GetElapsedTime(last.At, now.At).TotalSeconds : null;
    }

    private LiveProcess? Read(string name, int id)
    {
        // Until its parent waits for it, a process that has ended is still listed, without memory.
        if (ProcessReading.Find(id) is not { MemoryMiB: > 0 } reading)
        {
            return null;
        }

        var now = time.GetTimestamp();
        var known = _last.TryGetValue(name, out var last) && last.ProcessId == id;
        _last[name] = (id, now, reading);
        return known
            ? LiveProcess.FromInterval(
                name, new ProcessInterval(TimeSpan.Zero, time.GetElapsedTime(last.At, now), last.Reading, reading))
            : null;
    }
}
