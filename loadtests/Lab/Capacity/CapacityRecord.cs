using DroneDelivery.LoadTests.Insight.Studies;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>Searches for the capacity of one target: the content of <c>capacity.json</c>.</summary>
/// <param name="ObjectiveMs">What the 99th percentile of latency is to stay below.</param>
/// <param name="CpuCap">From 0 to 1; null where it was not searched for.</param>
/// <param name="Shared">What all instances would use together; null where nothing is known.</param>
public sealed record CapacityRecord(
    StudyEnvelope Envelope,
    string Target,
    double ObjectiveMs,
    double? CpuCap,
    IReadOnlyList<SearchRecord> Searches,
    SharedLimit? Shared);

/// <summary>One search.</summary>
/// <param name="Variant">How the load was put on, in words.</param>
/// <param name="ClosedLoop">Offered rates are then numbers of users.</param>
/// <param name="Confirmations">Long trials at the ends of the latency limit's interval; none unless asked for.</param>
public sealed record SearchRecord(
    string Variant,
    bool ClosedLoop,
    IReadOnlyList<CapacityTrial> Trials,
    FoundLimit ByLatency,
    FoundLimit? ByCpu,
    IReadOnlyList<CapacityTrial> Confirmations)
{
    /// <summary>Trials that were run again because something else had the machine; they count for nothing.</summary>
    public int Repeated { get; init; }

    /// <summary>
    /// Whether long trials confirm the interval: at its lower end the goal is kept, at its upper it is not, or only just. Null
    /// where both ends were not tried.
    /// </summary>
    public bool? IntervalHeld => Confirmations is [var low, var high]
        ? low.Missed <= LatencyGoal.AllowedShare * low.Arrivals && high.Missed >= LatencyGoal.AllowedShare * high.Arrivals
        : null;

    /// <summary>Fitted to all trials; null where they do not follow the law.</summary>
    public ScalabilityModel? Scalability =>
        ScalabilityModel.FitTo([.. Trials.Select(trial => (trial.InFlight, trial.Throughput))]);

    /// <summary>What more instances would bring; none without a limit or a model.</summary>
    /// <param name="shared">What all of them would use together.</param>
    public IReadOnlyList<InstancePrediction> Predict(SharedLimit? shared) =>
        Scalability is { } model && ByLatency is { Throughput: { } capacity, InFlight: { } inFlight }
            ? [.. new[] { 2, 4, 8 }.Select(
                instances => InstancePrediction.ForInstances(instances, capacity, inFlight, model, shared))]
            : [];
}

/// <summary>The limit that a search found.</summary>
/// <param name="Rate">Arrivals per second, or users of a closed loop: estimated,
/// or the highest that was seen to keep the goal.</param>
/// <param name="Estimate">With its interval; null where the trials do not tell.</param>
/// <param name="LowestMissed">The lowest rate that did not keep the goal; null
/// where the search ended before there was one.</param>
/// <param name="Throughput">Successes per second at the limit.</param>
/// <param name="InFlight">Mean requests in the system at the limit.</param>
/// <param name="GeneratorLimit">Why the load generator may have been the limit; null where it was not.</param>
public sealed record FoundLimit(
    string Goal, double? Rate, LimitEstimate? Estimate, double? LowestMissed, double? Throughput, double? InFlight,
    string? GeneratorLimit)
{
    public static FoundLimit FromResult(CapacityResult result)
    {
        var at = result.Rate is { } rate ? result.Trials.MinBy(trial => Math.Abs(Math.Log(trial.OfferedRate / rate))) : null;
        return new FoundLimit(
            result.Goal.Text, result.Rate, result.Limit, result.LowestMissed, at?.Throughput, at?.InFlight,
            result.GeneratorLimit);
    }
}
