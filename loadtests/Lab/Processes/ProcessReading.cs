using System.ComponentModel;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>The figures of the operating system for a process at one moment.</summary>
/// <param name="Cpu">Processor time used since the process started.</param>
/// <param name="MemoryMiB">Resident memory.</param>
/// <param name="Handles">Open files and sockets on Linux, handles on Windows; null on other systems.</param>
/// <param name="Sockets">Open sockets on Linux, unless there are very many; null on other systems.</param>
internal readonly record struct ProcessReading(TimeSpan Cpu, double MemoryMiB, int Threads, int? Handles, int? Sockets)
{
    private const double BytesInMiB = 1024 * 1024;

    /// <summary>Bytes read from and written to disks since the process started; null if they are not known.</summary>
    public DiskBytes? Disk { get; init; }

    /// <summary>With more open files, sockets are not counted: reading the link of each would take CPU from the load.</summary>
    private const int MaxLinks = 4_000;

    /// <summary>Null if the process does not exist or has ended.</summary>
    public static ProcessReading? Find(int processId)
    {
        try
        {
            using var process = Process.GetProcessById(processId);
            var (handles, sockets) = CountHandles(process);
            return new(process.TotalProcessorTime, process.WorkingSet64 / BytesInMiB, CountThreads(process), handles, sockets)
            {
                Disk = DiskBytes.Parse(SystemFile.TryRead($"/proc/{processId}/io")),
            };
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or Win32Exception
            or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>On Linux, counts directories, since the framework would also read the state of each thread.</summary>
    private static int CountThreads(Process process) =>
        OperatingSystem.IsLinux() ? Directory.GetDirectories($"/proc/{process.Id}/task").Length : process.Threads.Count;

    private static (int? Handles, int? Sockets) CountHandles(Process process)
    {
        if (!OperatingSystem.IsLinux())
        {
            return (OperatingSystem.IsWindows() ? process.HandleCount : null, null);
        }

        var open = new DirectoryInfo($"/proc/{process.Id}/fd").GetFileSystemInfos();
        // The link of a descriptor that was closed since is null.
        return (open.Length, open.Length > MaxLinks
            ? null
            : open.Count(each => each.LinkTarget?.StartsWith("socket:", StringComparison.Ordinal) == true));
    }
}

/// <summary>Bytes that reached a disk, not those of sockets, pipes and the cache of the operating system.</summary>
internal readonly record struct DiskBytes(long Read, long Written)
{
    public static DiskBytes operator -(DiskBytes end, DiskBytes start) => new(end.Read - start.Read, end.Written - start.Written);

    /// <param name="io">The content of <c>/proc/PID/io</c>; null if the system does not have it, or it cannot be read.</param>
    public static DiskBytes? Parse(string? io)
    {
        var lines = io?.Split('\n') ?? [];
        return Find("read_bytes: ") is { } read && Find("write_bytes: ") is { } written ? new DiskBytes(read, written) : null;

        long? Find(string name) => Array.Find(lines, line => line.StartsWith(name, StringComparison.Ordinal)) is { } line
            ? long.Parse(line[name.Length..])
            : null;
    }
}
