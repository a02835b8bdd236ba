using System.Reflection;
using System.Runtime.InteropServices;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Doctor;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>Describes a run: its test, its machine and its settings.</summary>
internal static class RunManifestBuilder
{
    private const string Partitions = "physical partitions";
    private const double BytesInGiB = 1024.0 * 1024 * 1024;

    /// <summary>True if the lab, and with it the services that it builds, was compiled without optimisation.</summary>
    public static bool IsDebugBuild { get; } =
        typeof(RunManifestBuilder).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()?.Configuration != "Release";

    public static RunManifest Build(
        LabSettings settings, TuningScenario scenario, MachineInfo machine, LoadMeasurement result) =>
        new(
            settings.Lab,
            scenario.Name,
            scenario.Title,
            result.StartedAt,
            settings.Profile.Name,
            settings.Profile.Describe(),
            settings.Mode,
            IsDebugBuild,
            result.Interrupted,
            settings.Command,
            FindCommit(),
            machine,
            new Dictionary<string, string>(scenario.DeliveryFlags)
            {
                [Partitions] = FormattableString.Invariant($"{scenario.Partitions}"),
            },
            settings.LoadText(settings.Duration),
            scenario.Published)
        {
            Engine = settings.Engine.Name,
        };

    /// <summary>The envelope of a lab that starts now.</summary>
    /// <param name="command">The command line that repeats the lab.</param>
    public static StudyEnvelope Begin(string lab, string title, string command, TimeProvider time) =>
        new(lab, title, time.GetUtcNow(), command, FindCommit(), ExamineMachine(time))
        {
            DebugBuild = IsDebugBuild,
        };

    /// <summary>Describes and checks the machine.</summary>
    public static MachineInfo ExamineMachine(TimeProvider time)
    {
        var found = Examination.RunBeforeLoad(time);
        return Machine() with { Health = new MachineHealth(found.WouldSpoil, found.Line) };
    }

    public static MachineInfo Machine() => new(
        RuntimeInformation.OSDescription,
        RuntimeInformation.OSArchitecture.ToString(),
        Environment.ProcessorCount,
        GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / BytesInGiB,
        RuntimeInformation.FrameworkDescription)
    {
        CpuModel = MachineReader.CpuModel(),
    };

    /// <summary>The commit that the build appended to the version, as in <c>0.1.0+6f1c…</c>.</summary>
    public static string? FindCommit()
    {
        var version =
            typeof(RunManifestBuilder).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
        var plus = version?.IndexOf('+', StringComparison.Ordinal) ?? -1;
        return plus < 0 ? null : version![(plus + 1)..];
    }
}
