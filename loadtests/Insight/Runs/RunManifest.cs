namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>The configuration, place and time of a run: enough to repeat it.</summary>
public sealed record RunManifest
{
    /// <summary>The <see cref="Profile"/> of a run that simulates nothing.</summary>
    public const string NoProfile = "none";

    /// <summary>The lab, for example <c>tuning</c>.</summary>
    public required string Lab { get; init; }

    /// <summary>The scenario within the lab, for example <c>owner-key</c>.</summary>
    public required string Scenario { get; init; }

    /// <summary>A short human title, for example <c>Test 4: partition key</c>.</summary>
    public required string Title { get; init; }

    /// <summary>When the measured load began.</summary>
    public DateTimeOffset StartedAt { get; init; }

    /// <summary>The name of the set of simulated latencies and think times, for example <c>article</c>.</summary>
    public string Profile { get; init; } = NoProfile;

    /// <summary>The values of that profile, by name with unit, for display.</summary>
    public IReadOnlyDictionary<string, string> ProfileSettings { get; init; } = new Dictionary<string, string>();

    /// <summary><c>quick</c>, <c>full</c>, or the requested duration.</summary>
    public required string Mode { get; init; }

    /// <summary>True if the lab or the services were built without optimization: the figures are unreliable.</summary>
    public bool DebugBuild { get; init; }

    /// <summary>True if the run was stopped before its load ended; the figures cover the part that ran.</summary>
    public bool Interrupted { get; init; }

    /// <summary>The command line that repeats the run.</summary>
    public required string Command { get; init; }

    /// <summary>The commit of the source; null outside a checkout.</summary>
    public string? Commit { get; init; }

    /// <summary>The machine of the generator, and of the services unless <see cref="IsRemote"/>.</summary>
    [JsonConverter(typeof(MeasuredPartConverter<MachineInfo>))]
    public required MachineInfo Machine { get; init; }

    /// <summary>Flags of the services under test, by name.</summary>
    public required IReadOnlyDictionary<string, string> Configuration { get; init; }

    /// <summary>The load in words, for example <c>1 to 40 users in 40 steps of 12 s</c>.</summary>
    public required string Load { get; init; }

    /// <summary>The figures of the published study for this scenario; null if there are none.</summary>
    public PublishedFigures? Published { get; init; }

    /// <summary>The system's flag for each setting that a hint may change; empty if it has none.</summary>
    public IReadOnlyDictionary<Setting, string> Flags { get; init; } = new Dictionary<Setting, string>();

    /// <summary>The lab's own settings of the run as JSON, which no table shows; null if the lab needs none.</summary>
    public string? LabSettings { get; init; }

    /// <summary>The folder of the run on the emulator that a run on Azure is compared with; null for none.</summary>
    public string? EmulatorRun { get; init; }

    /// <summary>The load engine.</summary>
    public string Engine { get; init; } = "built-in";

    /// <summary>The threshold that ended the load early; null if none did.</summary>
    public string? StoppedBy { get; init; }

    /// <summary>Whether the services ran on another machine.</summary>
    public bool IsRemote { get; init; }

    /// <summary>Where the measurements come from; null for a run of this program.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ImportRecord? Import { get; init; }
}

/// <summary>A setting of the service that calls the database.</summary>
public enum Setting
{
    /// <summary>RU/s provisioned on the container.</summary>
    Throughput,

    /// <summary>Partitions that a query asks at once.</summary>
    MaxConcurrency,

    /// <summary>The property that the container is partitioned by.</summary>
    PartitionKey,

    /// <summary>The maximum number of connections to the database.</summary>
    Connections,
}

/// <summary>The machine of a run. <paramref name="MemoryGiB"/> is the memory the process may use, in GiB.</summary>
public sealed record MachineInfo(string Os, string Architecture, int Cores, double MemoryGiB, string Runtime)
    : IMeasuredPart<MachineInfo>
{
    public static MachineInfo NotMeasured { get; } = new("", "", 0, 0, "");

    [JsonIgnore]
    public bool IsKnown => this != NotMeasured;

    /// <summary>The model name that the processor reports; null if it is not known.</summary>
    public string? CpuModel { get; init; }

    /// <summary>The result of the check before the run; null if there was none.</summary>
    public MachineHealth? Health { get; init; }

    /// <summary>
    /// Whether both may be the same machine: compares hardware and software, not the load. Memory is compared to a tenth of a
    /// GiB; an unknown processor counts as equal.
    /// </summary>
    public bool IsSameMachine(MachineInfo other) =>
        (Os, Architecture, Cores, Runtime) == (other.Os, other.Architecture, other.Cores, other.Runtime)
        && Math.Round(MemoryGiB, 1).Equals(Math.Round(other.MemoryGiB, 1))
        && (CpuModel is null || other.CpuModel is null || CpuModel == other.CpuModel);

    /// <summary>The CPU use while load was measured; null if it was not recorded.</summary>
    public MachineLoad? DuringRun { get; init; }
}

/// <summary>Whether the machine may have disturbed a run, and the reason in one line.</summary>
public sealed record MachineHealth(bool MaySpoil, string Text);
