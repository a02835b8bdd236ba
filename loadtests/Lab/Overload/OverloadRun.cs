namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>One shape of load on the system in one setting.</summary>
/// <param name="Shape">Its name, as the command line has it.</param>
/// <param name="Stretches">Of the load, in order.</param>
/// <param name="After">From the load's end for as long as was watched; null where it was interrupted before.</param>
/// <param name="RecoverySeconds">
/// From the load's end to normal (<see cref="Overload.Recovery"/>); null: not while watched.
/// </param>
/// <param name="Memory">Of the gateway.</param>
public sealed record OverloadRun(
    string Shape,
    string Title,
    string Setting,
    IReadOnlyList<OverloadStretch> Stretches,
    OverloadStretch? After,
    IReadOnlyList<OverloadSecond> Seconds,
    double? RecoverySeconds,
    IReadOnlyList<MemoryPoint> Memory)
{
    /// <summary>Why the load generator may have been the limit; null where it was not.</summary>
    public string? GeneratorLimit { get; init; }

    /// <summary>What disturbed the machine meanwhile, in sentences; null where nothing did.</summary>
    public string? Disturbance { get; init; }

    /// <summary>Since the run's start.</summary>
    public double LoadEndSeconds => Stretches.Count > 0 ? Stretches[^1].UntilSeconds : 0;

    /// <summary>The one with the most load.</summary>
    public OverloadStretch? Worst => Stretches.MaxBy(stretch => stretch.Times);

    /// <summary>For which the system was watched after the load.</summary>
    public double WatchedSeconds => After is { } after ? after.UntilSeconds - after.FromSeconds : 0;

    /// <inheritdoc cref="MemoryGrowth.Measure"/>
    public double? MemoryGrowth => Worst is { } worst
        ? Overload.MemoryGrowth.Measure(Memory, worst.FromSeconds, worst.UntilSeconds)
        : null;
}

/// <summary>Resident memory. <paramref name="Second"/> counts from the run's start.</summary>
public readonly record struct MemoryPoint(double Second, double MiB);
