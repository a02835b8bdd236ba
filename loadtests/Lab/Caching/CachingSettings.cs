using DroneDelivery.LoadTests.Lab.Load;
using DroneDelivery.LoadTests.Scenarios;

namespace DroneDelivery.LoadTests.Lab.Caching;

/// <summary>What a reader asked the lab for.</summary>
/// <param name="Duration">Of each breakpoint.</param>
/// <param name="Folder">Where run folders are created.</param>
/// <param name="Command">The command line that repeats it.</param>
/// <param name="Engine">What puts the load on the system.</param>
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
