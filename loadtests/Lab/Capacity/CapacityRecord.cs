namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>Searches for the capacity of one target: the content of <c>capacity.json</c>.</summary>
/// <param name="ObjectiveMs">The objective for the 99th percentile of latency.</param>
/// <param name="Caps">The cap of each resource, from 0 to 1; null if there was no such goal.</param>
/// <param name="SharedLimit">The limit of a resource that all instances would share; null if none is known.</param>
public sealed record CapacityRecord(
    StudyEnvelope Envelope,
    string Target,
    double ObjectiveMs,
    IReadOnlyDictionary<string, double>? Caps,
    IReadOnlyList<SearchRecord> Searches,
    [property: JsonPropertyName("shared")] SharedLimit? SharedLimit)
{
    /// <summary>The variants that were not searched, a sentence each.</summary>
    public IReadOnlyList<string> LeftOut { get; init; } = [];
}

/// <summary>One search.</summary>
/// <param name="Variant">The kind of load, in words.</param>
/// <param name="ClosedLoop">Whether the load is a closed loop; offered rates are then numbers of users.</param>
/// <param name="Confirmations">Long trials at the ends of the latency limit's interval; empty unless requested.</param>
public sealed record SearchRecord(
    string Variant, bool ClosedLoop, IReadOnlyList<CapacityTrial> Trials, FoundLimit ByLatency, FoundLimit? ByResources,
    IReadOnlyList<CapacityTrial> Confirmations)
{
    /// <summary>The unit of offered load.</summary>
    public string Unit { get => field ?? (ClosedLoop ? LoadVariant.Users : LoadVariant.Requests); init; }

    /// <summary>
    /// The trial nearest to the limit by latency, or in an interrupted search to the highest rate that met the goal so far; null
    /// without one.
    /// </summary>
    [JsonIgnore]
    public CapacityTrial? AtLimit => (ByLatency.Rate ?? ByLatency.HighestMet) is { } rate
        ? Trials.MinBy(trial => Math.Abs(Math.Log(trial.OfferedRate / rate)))
        : null;

    /// <summary>The number of trials that were discarded and run again because the machine was disturbed.</summary>
    public int Repeated { get; init; }

    /// <summary>
    /// Whether long trials confirm the interval: at most 1 % of arrivals miss at its lower end, and at least 1 % at its upper
    /// end. Null if one of the ends was not tried, or if there is no interval.
    /// </summary>
    public bool? IntervalHeld => ByLatency.Estimate is not { IsBracket: true } && Confirmations is [var low, var high]
        ? low.Missed <= LatencyGoal.AllowedShare * low.Arrivals && high.Missed >= LatencyGoal.AllowedShare * high.Arrivals
        : null;

    /// <summary>The trial at which throughput stops growing with the requests in the system; null if there is none.</summary>
    [JsonIgnore]
    public CapacityTrial? Knee => Insight.Figures.Knee.FindIn(Trials, trial => trial.InFlight, trial => trial.Throughput);

    /// <summary>The scalability law fitted to all trials; null if they do not follow it, or lack the limit.</summary>
    public ScalabilityModel? Scalability => ByLatency.Interrupted || CapacityText.RateUnit(Unit) != LoadVariant.Requests
        ? null
        : ScalabilityModel.FitTo([.. Trials.Select(trial => (trial.InFlight, trial.Throughput))]);

    /// <summary>Predicts the throughput of several instances; empty without a limit or a model.</summary>
    /// <param name="shared">The limit of a resource that all instances would share.</param>
    public IReadOnlyList<InstancePrediction> Predict(SharedLimit? shared) =>
        Scalability is { } model && ByLatency is { Throughput: { } capacity, InFlight: { } inFlight }
            ? [.. new[] { 2, 4, 8 }.Select(
                instances => InstancePrediction.ForInstances(instances, capacity, inFlight, model, shared))]
            : [];
}

/// <summary>The limit that a search found.</summary>
/// <param name="Rate">
/// Arrivals per second, or users of a closed loop: estimated, or the highest tried that met the goal. Null if no rate met it, or
/// if the search was interrupted.
/// </param>
/// <param name="Estimate">The estimate with its interval; null if the trials do not allow one.</param>
/// <param name="LowestMissed">The tried rate just above the limit; null if the limit lies above every rate tried.</param>
/// <param name="Throughput">Successes per second at the limit.</param>
/// <param name="InFlight">Mean requests in the system at the limit.</param>
/// <param name="GeneratorLimit">
/// The reason why the load generator may have been the limit, in a trial up to the found limit; null if it was not.
/// </param>
public sealed record FoundLimit(
    string Goal, double? Rate, LimitEstimate? Estimate, double? LowestMissed, double? Throughput, double? InFlight,
    string? GeneratorLimit)
{
    /// <summary>Why the goal is missed at <see cref="LowestMissed"/>; null if the goal says it.</summary>
    public string? Reason { get; init; }

    /// <summary>Whether the search ended before it had found the limit, so that only tried rates are known.</summary>
    public bool Interrupted { get; init; }

    /// <summary>The highest rate that met the goal in an interrupted search; null if none did.</summary>
    public double? HighestMet { get; init; }
}
