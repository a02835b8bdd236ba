namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>The settings of a lab, from the command line.</summary>
/// <param name="Duration">The duration of the measured load of each test.</param>
/// <param name="Command">The command line that repeats the lab.</param>
/// <param name="Engine">The engine that puts the load on the system.</param>
public sealed record LabSettings(
    IReadOnlyList<TuningScenario> Scenarios, SimulationProfile Profile, TimeSpan Duration, string Command, LoadEngine Engine)
{
    /// <summary>The lab's name.</summary>
    public string Lab { get; init; } = TuningLab.Name;

    /// <summary>Creates the load of each test from profile and duration.</summary>
    internal Func<SimulationProfile, TimeSpan, ClosedLoopProfile> LoadShape { get; init; } = TuningLoad.Staircase;

    /// <summary>Describes that load in words.</summary>
    internal Func<TimeSpan, string> LoadText { get; init; } = TuningLoad.Describe;

    internal ClosedLoopProfile Load => LoadShape(Profile, Duration);

    /// <summary>The account on Azure; null for the emulator.</summary>
    internal AccountSettings? Account { get; init; }

    /// <summary>Called before the load of a test starts, with the data that can be read while it runs.</summary>
    internal Action<RunView>? Watch { get; init; }

    /// <summary>Another engine that runs each test too; null for none.</summary>
    public LoadEngine? ComparedWith { get; init; }

    /// <summary>The port of the live page, 0 for any free port; null for no page.</summary>
    public int? LivePort { get; init; }

    /// <summary><c>quick</c>, <c>full</c>, or the duration in seconds.</summary>
    public string Mode => RunManifestBuilder.ModeOf(Duration, TuningLoad.Quick, TuningLoad.Full, "a test");
}

/// <summary>The settings of tests on an account.</summary>
/// <param name="EmulatorRuns">The folder with runs on the emulator to compare with; null for none.</param>
/// <param name="IsAgreed">Whether the user agreed to the cost on the command line.</param>
/// <param name="Ask">Reads the answer to a question; null without a terminal.</param>
/// <param name="Warn">Prints a line that must not be overlooked.</param>
/// <param name="Cli">The name or path of the Azure CLI.</param>
internal sealed record AccountSettings(
    AccountConnection Connection, string Mode, string? EmulatorRuns, bool IsAgreed, Func<string?>? Ask, Action<string> Warn,
    string Cli)
{
    public AccountSession Open(Action<string> say, TimeProvider time) =>
        new(Connection, Mode, new AzureCli(Cli), say, Warn, time);
}
