using DroneDelivery.LoadTests.Scenarios;

namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>What was run, where and how: enough to repeat it.</summary>
/// <param name="Lab">The lab, for example <c>tuning</c>.</param>
/// <param name="Scenario">The scenario within the lab, for example <c>owner-key</c>.</param>
/// <param name="Title">A short human title, for example <c>Test 4: partition key</c>.</param>
/// <param name="StartedAt">When the measured load began.</param>
/// <param name="Profile">The name of the set of simulated latencies and think times, for example <c>article</c>.</param>
/// <param name="ProfileSettings">The numbers of that profile, by name with unit, as a reader should see them.</param>
/// <param name="Mode"><c>quick</c>, <c>full</c>, or the duration asked for.</param>
/// <param name="DebugBuild">True where the lab or the services were built without
/// optimisation: figures are then not to be quoted.</param>
/// <param name="Interrupted">True where the run was stopped before its load ended; the figures cover the part that ran.</param>
/// <param name="Command">The command line that repeats the run.</param>
/// <param name="Commit">The commit of the source, or null outside a checkout.</param>
/// <param name="Machine">The machine that ran generator and services together.</param>
/// <param name="Configuration">Flags of the services under test, by name.</param>
/// <param name="Load">The load in words, for example <c>1 to 40 users in 40 steps of 12 s</c>.</param>
/// <param name="Published">The figures of the published study for this scenario, where there are any.</param>
public sealed record RunManifest(
    string Lab,
    string Scenario,
    string Title,
    DateTimeOffset StartedAt,
    string Profile,
    IReadOnlyDictionary<string, string> ProfileSettings,
    string Mode,
    bool DebugBuild,
    bool Interrupted,
    string Command,
    string? Commit,
    MachineInfo Machine,
    IReadOnlyDictionary<string, string> Configuration,
    string Load,
    PublishedFigures? Published)
{
    /// <summary>What put the load on the system.</summary>
    public string Engine { get; init; } = "built-in";
}

/// <summary>The machine of a run. <paramref name="MemoryGiB"/> is the memory the process may use, in GiB.</summary>
public sealed record MachineInfo(string Os, string Architecture, int Cores, double MemoryGiB, string Runtime)
{
    /// <summary>As the processor names itself; null where it is not known.</summary>
    public string? CpuModel { get; init; }

    /// <summary>What was found when it was looked over before the run; null where it was not.</summary>
    public MachineHealth? Health { get; init; }

    /// <summary>
    /// Whether both may be one machine: what it is made of and runs, not the state that it was in. Memory is compared to a tenth
    /// of a GiB; a processor that is not known is no difference.
    /// </summary>
    public bool IsSameMachine(MachineInfo other) =>
        (Os, Architecture, Cores, Runtime) == (other.Os, other.Architecture, other.Cores, other.Runtime)
        && Math.Round(MemoryGiB, 1).Equals(Math.Round(other.MemoryGiB, 1))
        && (CpuModel is null || other.CpuModel is null || CpuModel == other.CpuModel);

    /// <summary>What used it while load was measured; null where it was not watched.</summary>
    public MachineLoad? DuringRun { get; init; }
}

/// <summary>Whether the machine may have spoiled a run, and by what, in a line.</summary>
public sealed record MachineHealth(bool MaySpoil, string Text);
