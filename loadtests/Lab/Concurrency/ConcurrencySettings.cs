namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>The settings of a run of the concurrency lab.</summary>
/// <param name="Duration">The measured load of each cell.</param>
/// <param name="Folder">The folder for run folders.</param>
/// <param name="Command">The command line that repeats the run.</param>
public sealed record ConcurrencySettings(
    IReadOnlyList<ConcurrencyCell> Cells, TimeSpan Duration, string Folder, string Command, LoadEngine Engine)
{
    /// <summary>A second load generator that runs each cell too; null for none.</summary>
    public LoadEngine? ComparedWith { get; init; }
}
