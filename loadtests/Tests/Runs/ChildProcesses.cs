using System.Globalization;

namespace DroneDelivery.LoadTests.Tests.Runs;

/// <summary>The running child processes of this process; empty on systems other than Linux.</summary>
internal static class ChildProcesses
{
    private const string Ended = "Z";

    public static IReadOnlyList<string> Running() => OperatingSystem.IsLinux()
        ? [.. Directory.EnumerateDirectories("/proc").Select(ReadStatus).OfType<string>().Where(IsRunningChild)]
        : [];

    /// <summary><c>PID (NAME) STATE PARENT ...</c>; null if the folder is not a process or the process has ended.</summary>
    private static string? ReadStatus(string folder)
    {
        try
        {
            return char.IsAsciiDigit(Path.GetFileName(folder)[0]) ? File.ReadAllText($"{folder}/stat") : null;
        }
        catch (IOException)
        {
            return null;
        }
    }

    private static bool IsRunningChild(string status)
    {
        var words = status[(status.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return words[0] != Ended && words[1] == Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
    }
}
