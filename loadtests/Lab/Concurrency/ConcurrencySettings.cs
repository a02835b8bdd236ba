using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>What a reader asked the lab for.</summary>
/// <param name="Duration">Of the measured load of each cell.</param>
/// <param name="Folder">Where run folders are created.</param>
/// <param name="Command">The command line that repeats it.</param>
/// <param name="Engine">What puts the load on the service.</param>
public sealed record ConcurrencySettings(
    IReadOnlyList<ConcurrencyCell> Cells, TimeSpan Duration, string Folder, string Command, LoadEngine Engine)
{
    /// <summary>Another engine that runs each cell too; null for none.</summary>
    public LoadEngine? ComparedWith { get; init; }

    /// <summary><c>quick</c>, <c>full</c>, or the duration in seconds.</summary>
    public string Mode => Duration == ConcurrencyLoad.Full ? "full"
        : Duration == ConcurrencyLoad.Quick ? "quick"
        : FormattableString.Invariant($"{Duration.TotalSeconds:0.#} s a cell");
}
