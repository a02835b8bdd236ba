using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Scenarios;

namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>The settings of a run of the caching lab.</summary>
/// <param name="Duration">The duration of each breakpoint.</param>
/// <param name="Folder">The folder for run folders.</param>
/// <param name="Command">The command line that repeats the run.</param>
/// <param name="Engine">The load generator.</param>
internal sealed record CachingSettings(
    IReadOnlyList<CachingVariant> Variants,
    SimulationProfile Profile,
    TimeSpan Duration,
    string Folder,
    string Command,
    LoadEngine Engine)
{
    /// <summary><c>quick</c>, <c>full</c>, or the duration in seconds.</summary>
    public string Mode => Duration == CachingLoad.Full ? "full"
        : Duration == CachingLoad.Quick ? "quick"
        : FormattableString.Invariant($"{Duration.TotalSeconds:0.#} s a breakpoint");
}
