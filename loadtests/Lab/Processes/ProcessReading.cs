using System.ComponentModel;
using System.Diagnostics;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>What the operating system says of a process at one moment.</summary>
/// <param name="Cpu">Processor time used since the process started.</param>
/// <param name="MemoryMiB">Resident memory.</param>
/// <param name="Handles">Open files and sockets on Linux, handles on Windows; null where the operating system does not
/// tell.</param>
/// <param name="Sockets">Open sockets; null where the operating system does not tell.</param>
internal readonly record struct ProcessReading(TimeSpan Cpu, double MemoryMiB, int Threads, int? Handles, int? Sockets)
{
    private const double BytesInMiB = 1024 * 1024;

    /// <summary>Null where there is no such process, or no more.</summary>
    public static ProcessReading? Find(int processId)
    {
        try
        {
            using var process = Process.GetProcessById(processId);
            var (handles, sockets) = CountHandles(process);
            return new ProcessReading(
                process.TotalProcessorTime, process.WorkingSet64 / BytesInMiB, CountThreads(process), handles, sockets);
        }
        catch (Exception exception) when (IsEnd(exception))
        {
            return null;
        }
    }

    /// <summary>On Linux the names of the threads are enough; the framework would read the state of each.</summary>
    private static int CountThreads(Process process) =>
        OperatingSystem.IsLinux() ? Directory.GetDirectories($"/proc/{process.Id}/task").Length : process.Threads.Count;

    private static (int? Handles, int? Sockets) CountHandles(Process process)
    {
        if (!OperatingSystem.IsLinux())
        {
            return (OperatingSystem.IsWindows() ? process.HandleCount : null, null);
        }

        var open = new DirectoryInfo($"/proc/{process.Id}/fd").GetFileSystemInfos();
        return (open.Length, open.Count(IsSocket));
    }

    private static bool IsSocket(FileSystemInfo descriptor)
    {
        try
        {
            return descriptor.LinkTarget?.StartsWith("socket:", StringComparison.Ordinal) == true;
        }
        catch (IOException)
        {
            // Closed since it was listed.
            return false;
        }
    }

    private static bool IsEnd(Exception exception) => exception
        is ArgumentException or InvalidOperationException or Win32Exception or IOException or UnauthorizedAccessException;
}
