using System.Reflection;
using System.Runtime.InteropServices;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>Describes a run: its test, its machine and its settings.</summary>
internal static class RunManifestBuilder
{
    /// <summary>The name of a setting that is no flag of a service.</summary>
    public const string Partitions = "physical partitions";

    private const double BytesInGiB = 1024.0 * 1024 * 1024;

    public static RunManifest Build(LabSettings settings, TuningScenario scenario, MachineInfo machine) => new()
    {
        Lab = settings.Lab, Scenario = scenario.Name, Title = scenario.Title,
        Profile = settings.Profile.Name,
        ProfileSettings = settings.Account is null ? settings.Profile.Describe() : settings.Profile.DescribeUsers(),
        Mode = settings.Mode, Command = settings.Command, Machine = machine,
        Configuration = new Dictionary<string, string>(scenario.DeliveryFlags) { [Partitions] = $"{scenario.Partitions}" },
        Load = settings.LoadText(settings.Duration),
        Published = scenario.Published,
        EmulatorRun = settings.Account?.EmulatorRuns is { } runs
            ? Path.GetFullPath(scenario.Name, Path.GetFullPath(runs))
            : null,
    };

    /// <summary><c>quick</c>, <c>full</c>, or the duration in seconds.</summary>
    /// <param name="each">The load that lasts so long, for example <c>a test</c>.</param>
    public static string ModeOf(TimeSpan duration, TimeSpan quick, TimeSpan full, string each) => duration == full ? "full"
        : duration == quick ? "quick"
        : $"{duration.TotalSeconds:0.#} s {each}";

    /// <summary>Describes and checks the machine.</summary>
    public static MachineInfo ExamineMachine(TimeProvider time)
    {
        var found = Examination.RunBeforeLoad(time);
        return Machine() with { Health = new MachineHealth(found.WouldSpoil, found.Line) };
    }

    public static MachineInfo Machine() => new(
        RuntimeInformation.OSDescription, RuntimeInformation.OSArchitecture.ToString(), Environment.ProcessorCount,
        GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / BytesInGiB, RuntimeInformation.FrameworkDescription)
    {
        CpuModel = MachineReader.CpuModel(),
    };

    /// <summary>The commit that the build appended to the version, as in <c>0.1.0+6f1c…</c>.</summary>
    public static string? FindCommit() =>
        typeof(RunManifestBuilder).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()
            ?.InformationalVersion.Split('+', 2) is [_, var commit] ? commit : null;
}
