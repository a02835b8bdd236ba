namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>The figures of the overload lab, from its run folders.</summary>
/// <param name="ObjectiveMs">The objective for the latency of an answer; slower answers are not goodput.</param>
/// <param name="Capacity">
/// Requests per second of one Delivery; all loads except the metastable one and the crash are multiples of it. Of three if only
/// the crash ran, null if only the metastable load did.
/// </param>
/// <param name="CapacityGiven">Whether the capacity was given instead of searched for.</param>
/// <param name="FixedLimit">The requests in flight that the fixed limit allows.</param>
public sealed record OverloadFigures(
    StudyEnvelope Envelope, double ObjectiveMs, double? Capacity, bool CapacityGiven, int FixedLimit,
    IReadOnlyList<OverloadRun> Runs)
{
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>
    /// The highest goodput: that of a step of a ladder in any setting, or the capacity if that is higher. Null if neither is
    /// known.
    /// </summary>
    public double? Peak => Runs.Where(run => run.Shape == OverloadLab.Ladder && !run.Interrupted)
        .SelectMany(run => run.Phases)
        .Select(phase => (double?)phase.GoodputPerSecond)
        .Append(Capacity)
        .Max();

    /// <param name="runs">At least one. Warm-ups have no figures; a run that ended early has those until then.</param>
    /// <exception cref="InvalidDataException">A run is of another lab.</exception>
    public static OverloadFigures FromRuns(IReadOnlyList<RunData> runs)
    {
        var records = runs.Select(run => run.Record).ToList();
        var settings = records.Select(OverloadSettings.FromRecord).ToList();
        return new OverloadFigures(
            StudyEnvelope.FromRuns(records, "overload"),
            settings[0].ObjectiveMs,
            settings[0].Capacity,
            settings[0].CapacityGiven,
            settings[0].FixedLimit,
            [.. runs.Zip(settings)
                .Where(run => !run.Second.IsWarmUp)
                .Select(run => OverloadRun.FromRun(run.First, run.Second))])
        {
            Warnings = RunWarnings.ForRuns(records),
        };
    }
}

/// <summary>The results of one shape of load on the system in one setting.</summary>
/// <param name="Shape">The shape's name on the command line.</param>
/// <param name="Phases">The steps of the load, in order.</param>
/// <param name="After">The time after the load, while recovery was watched; null if the run ended before.</param>
/// <param name="RecoverySeconds">
/// The time from the load's end until <see cref="Overload.Recovery"/>; null if the system did not recover while watched.
/// </param>
/// <param name="Memory">The gateway's resident memory in MiB, by the seconds since the run's start.</param>
public sealed record OverloadRun(
    string Shape, string Title, string Setting, IReadOnlyList<OverloadPhase> Phases, OverloadPhase? After,
    IReadOnlyList<OverloadSecond> Seconds, double? RecoverySeconds, IReadOnlyList<ChartPoint> Memory)
{
    /// <summary>The objective of this run in ms: the metastable load has its own. Null for that of the lab.</summary>
    public double? ObjectiveMs { get; init; }

    /// <summary>What followed the crash of a Delivery; null if none crashed.</summary>
    public CrashFigures? Crash { get; init; }

    /// <summary>Whether the run ended before its load. Verdicts do not use it.</summary>
    public bool Interrupted { get; init; }

    /// <summary>The load's end, in seconds since the run's start.</summary>
    public double LoadEndSeconds => Phases.Count > 0 ? Phases[^1].UntilSeconds : 0;

    /// <summary>The step with the highest load.</summary>
    public OverloadPhase? Worst => Phases.MaxBy(phase => phase.Times);

    /// <summary>How long the system was watched after the load.</summary>
    public double WatchedSeconds => After is { } after ? after.UntilSeconds - after.FromSeconds : 0;

    /// <inheritdoc cref="MemoryGrowth.Measure"/>
    public double? MemoryGrowth => Worst is { } worst
        ? Overload.MemoryGrowth.Measure(Memory, worst.FromSeconds, worst.UntilSeconds)
        : null;

    internal static async Task<OverloadRun> ReadAsync(RunFolder folder)
    {
        var run = await folder.ReadAsync(CancellationToken.None);
        return FromRun(run, OverloadSettings.FromRecord(run.Record));
    }

    internal static OverloadRun FromRun(RunData run, OverloadSettings settings)
    {
        var shape = settings.Shape;
        var (attempts, load) = (run.Samples.Attempts, run.Record.Load);
        var (objective, end) = (settings.Goal.Objective.TotalSeconds, shape.Duration.TotalSeconds);
        // Every request that was due before had the whole objective.
        var until = load.DurationSeconds < load.PlannedSeconds ? load.DurationSeconds - objective : load.DurationSeconds;
        return new OverloadRun(
            shape.Name,
            shape.Title,
            settings.Setting,
            [
                .. from step in shape.Steps.Index()
                   let start = shape.StartOf(step.Index)
                   where start < until
                   select OverloadPhase.FromAttempts(
                       attempts, step.Item.Times, start, Math.Min(shape.StartOf(step.Index + 1), until), objective),
            ],
            until > end ? OverloadPhase.FromAttempts(attempts, shape.After.Times, end, until, objective) : null,
            OverloadSecond.FromAttempts(attempts, until, objective),
            Overload.Recovery.Find(attempts, end, until, objective),
            [.. run.Samples.Processes.Where(sample => sample.Process == BuiltService.Gateway.Name)
                .Select(sample => new ChartPoint(sample.ReadAtSeconds, sample.MemoryMiB))])
        {
            ObjectiveMs = settings.Goal.Objective.TotalMilliseconds,
            Crash = shape.Crashes ? CrashFigures.FromRun(run, settings, until) : null,
            Interrupted = run.Record.Manifest.Interrupted,
        };
    }
}
