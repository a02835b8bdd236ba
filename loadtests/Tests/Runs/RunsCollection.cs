using DroneDelivery.LoadTests.Lab.Cpu;

// Labs whose tests assert only counts and formats run first, two at a time. With four, requests exceeded time limits.
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
    public void Dispose() => ChildProcesses.AssertNone();
}

/// <summary>The running child processes of this process; empty on systems other than Linux.</summary>
internal static class ChildProcesses
{
    private const string Ended = "Z";

    /// <summary>Asserts that none runs. A killed one needs some time to end.</summary>
    public static void AssertNone() => Assert.True(
        SpinWait.SpinUntil(() => Running().Count == 0, TimeSpan.FromSeconds(10)), string.Join('\n', Running()));

    private static IReadOnlyList<string> Running() => OperatingSystem.IsLinux()
        ? [.. Directory.EnumerateDirectories("/proc").Where(folder => char.IsAsciiDigit(Path.GetFileName(folder)[0]))
            .Select(folder => SystemFile.TryRead($"{folder}/stat")).OfType<string>().Where(IsRunningChild)]
        : [];

    /// <param name="status"><c>PID (NAME) STATE PARENT ...</c></param>
    private static bool IsRunningChild(string status)
    {
        var words = status[(status.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return words[0] != Ended && words[1] == Environment.ProcessId.ToString();
    }
}
