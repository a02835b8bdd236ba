using System.Globalization;

namespace DroneDelivery.LoadTests.Tests.Runs;

/// <summary>The processes that this one started and that run still; Linux only, none elsewhere.</summary>
internal static class ChildProcesses
{
    private const string Ended = "Z";

    public static IReadOnlyList<string> Running() => OperatingSystem.IsLinux()
        ? [.. Directory.EnumerateDirectories("/proc").Select(ReadStatus).OfType<string>().Where(IsRunningChild)]
        : [];

    /// <summary><c>PID (NAME) STATE PARENT ...</c>; null for what is no process, or none any more.</summary>
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
