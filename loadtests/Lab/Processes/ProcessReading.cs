using System.ComponentModel;
using System.Diagnostics;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>What the operating system says of a process at one moment.</summary>
/// <param name="Cpu">Processor time used since the process started.</param>
/// <param name="MemoryMiB">Resident memory.</param>
/// <param name="Sockets">Open sockets; null where the operating system does not tell.</param>
internal readonly record struct ProcessReading(TimeSpan Cpu, double MemoryMiB, int Threads, int? Sockets)
{
    private const double BytesInMiB = 1024 * 1024;

    /// <summary>Null where there is no such process, or no more.</summary>
    public static ProcessReading? Find(int processId)
    {
        try
        {
            using var process = Process.GetProcessById(processId);
            return new ProcessReading(
                process.TotalProcessorTime, process.WorkingSet64 / BytesInMiB, CountThreads(process), CountSockets(processId));
        }
        catch (Exception exception) when (IsEnd(exception))
        {
            return null;
        }
    }

    /// <summary>On Linux the names of the threads are enough; the framework would read the state of each.</summary>
    private static int CountThreads(Process process) =>
        OperatingSystem.IsLinux() ? Directory.GetDirectories($"/proc/{process.Id}/task").Length : process.Threads.Count;

    private static int? CountSockets(int processId) =>
        OperatingSystem.IsLinux() ? new DirectoryInfo($"/proc/{processId}/fd").EnumerateFileSystemInfos().Count(IsSocket) : null;

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
