namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>All runs of the overload lab: the content of <c>overload.json</c>.</summary>
/// <param name="ObjectiveMs">The objective for the latency of an answer; slower answers are not goodput.</param>
/// <param name="Capacity">Requests per second; all loads except the metastable one are multiples of it.</param>
/// <param name="CapacityGiven">Whether the capacity was given instead of searched for.</param>
/// <param name="FixedLimit">The requests in flight that the fixed limit allows.</param>
public sealed record OverloadRecord(
    StudyEnvelope Envelope,
    double ObjectiveMs,
    double? Capacity,
    bool CapacityGiven,
    int FixedLimit,
    IReadOnlyList<OverloadRun> Runs)
{
    /// <summary>
    /// The highest goodput: that of a step of a ladder in any setting, or the capacity if that is higher. Null if neither is
    /// known.
    /// </summary>
    public double? Peak => Runs.Where(run => run.Shape == OverloadLab.Ladder)
        .SelectMany(run => run.Stretches)
        .Select(stretch => (double?)stretch.GoodputPerSecond)
        .Append(Capacity)
        .Max();
}

/// <summary>The results of one shape of load on the system in one setting.</summary>
/// <param name="Shape">The shape's name on the command line.</param>
/// <param name="Stretches">The steps of the load, in order.</param>
/// <param name="After">The time after the load, while recovery was watched; null if the run ended before.</param>
/// <param name="RecoverySeconds">
/// The time from the load's end until <see cref="Overload.Recovery"/>; null if the system did not recover while watched.
/// </param>
/// <param name="Memory">The gateway's memory.</param>
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
    /// <summary>The reason why the load generator may have been the limit; null if it was not.</summary>
    public string? GeneratorLimit { get; init; }

    /// <summary>Disturbances of the machine during the run, in sentences; null if there were none.</summary>
    public string? Disturbance { get; init; }

    /// <summary>The load's end, in seconds since the run's start.</summary>
    public double LoadEndSeconds => Stretches.Count > 0 ? Stretches[^1].UntilSeconds : 0;

    /// <summary>The step with the highest load.</summary>
    public OverloadStretch? Worst => Stretches.MaxBy(stretch => stretch.Times);

    /// <summary>How long the system was watched after the load.</summary>
    public double WatchedSeconds => After is { } after ? after.UntilSeconds - after.FromSeconds : 0;

    /// <inheritdoc cref="MemoryGrowth.Measure"/>
    public double? MemoryGrowth => Worst is { } worst
        ? Overload.MemoryGrowth.Measure(Memory, worst.FromSeconds, worst.UntilSeconds)
        : null;
}

/// <summary>Resident memory. <paramref name="Second"/> counts from the run's start.</summary>
public readonly record struct MemoryPoint(double Second, double MiB);
