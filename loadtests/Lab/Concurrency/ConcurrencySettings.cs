using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>The settings of a run of the concurrency lab.</summary>
/// <param name="Duration">The measured load of each cell.</param>
/// <param name="Folder">The folder for run folders.</param>
/// <param name="Command">The command line that repeats the run.</param>
/// <param name="Engine">The load generator.</param>
public sealed record ConcurrencySettings(
    IReadOnlyList<ConcurrencyCell> Cells, TimeSpan Duration, string Folder, string Command, LoadEngine Engine)
{
    /// <summary>A second load generator that runs each cell too; null for none.</summary>
    public LoadEngine? ComparedWith { get; init; }

    /// <summary><c>quick</c>, <c>full</c>, or the duration in seconds.</summary>
    public string Mode => Duration == ConcurrencyLoad.Full ? "full"
        : Duration == ConcurrencyLoad.Quick ? "quick"
        : FormattableString.Invariant($"{Duration.TotalSeconds:0.#} s a cell");
}
