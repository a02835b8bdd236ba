using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>What a process did between two readings. Times count from the start of sampling.</summary>
internal readonly record struct ProcessInterval(TimeSpan From, TimeSpan To, TimeSpan Cpu, ProcessReading AtEnd)
{
    public TimeSpan Length => To - From;

    public double CpuCores => Length > TimeSpan.Zero ? Cpu / Length : 0;

    /// <summary>The second in which most of the interval lies: readings come a little late at times.</summary>
    public int Second => (int)((From + To) / 2).TotalSeconds;

    public ProcessSample ToSample(string process) =>
        new(process, Second, CpuCores, AtEnd.MemoryMiB, AtEnd.Threads, AtEnd.Sockets);
}
