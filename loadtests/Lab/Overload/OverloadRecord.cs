using DroneDelivery.LoadTests.Insight.Studies;

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
