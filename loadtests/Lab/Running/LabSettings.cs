using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Tuning;

namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>What a reader asked the lab for.</summary>
/// <param name="Duration">Of the measured load of each test.</param>
/// <param name="RunsFolder">Where run folders are made.</param>
/// <param name="Command">The command line that repeats it.</param>
/// <param name="Engine">What puts the load on the system.</param>
public sealed record LabSettings(
    IReadOnlyList<TuningScenario> Scenarios,
    SimulationProfile Profile,
    TimeSpan Duration,
    string RunsFolder,
    string Command,
    LoadEngine Engine)
{
    /// <summary>The lab's name.</summary>
    public string Lab { get; init; } = TuningLab.Name;

    /// <summary>Makes the load of each test from profile and duration.</summary>
    internal Func<SimulationProfile, TimeSpan, ClosedLoopProfile> LoadShape { get; init; } = TuningLoad.Staircase;

    /// <summary>Describes that load in words.</summary>
    internal Func<TimeSpan, string> LoadText { get; init; } = TuningLoad.Describe;

    internal ClosedLoopProfile Load => LoadShape(Profile, Duration);

    /// <summary>Called when a test's load is about to start, with what may be looked at while it runs.</summary>
    internal Action<RunView>? Watch { get; init; }

    /// <summary>Another engine that runs each test too; null for none.</summary>
    public LoadEngine? ComparedWith { get; init; }

    /// <summary>Port of the live page, 0 for any that is free; null for no page.</summary>
    public int? LivePort { get; init; }

    /// <summary><c>quick</c>, <c>full</c>, or the duration in seconds.</summary>
    public string Mode => Duration == TuningLoad.Full ? "full"
        : Duration == TuningLoad.Quick ? "quick"
        : FormattableString.Invariant($"{Duration.TotalSeconds:0.#} s a test");
}
