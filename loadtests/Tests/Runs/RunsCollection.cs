using System.Globalization;
using DroneDelivery.LoadTests.Tests.Runs;
using DroneDelivery.LoadTests.Tests.Tuning;

// Labs whose tests assert only counts and formats may run two at a time; they run first.
[assembly: CollectionBehavior(MaxParallelThreads = 2)]
[assembly: AssemblyFixture(typeof(NothingLeftRunning))]

namespace DroneDelivery.LoadTests.Tests.Runs;

/// <summary>Test classes that share the four tuning runs, which run once.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class RunsCollection : ICollectionFixture<TuningRuns>
{
    public const string Name = "runs";
}

/// <summary>Test classes that compare measurements: no other test may run at the same time.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class MeasuredCollection
{
    public const string Name = "measured";
}

/// <summary>Asserts at the end that no lab left a process running.</summary>
public sealed class NothingLeftRunning : IDisposable
{
    public void Dispose() => Assert.Empty(ChildProcesses.Running());
}

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
