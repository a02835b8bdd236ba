using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>All runs of the overload lab: the content of <c>overload.json</c>.</summary>
/// <param name="ObjectiveMs">What an answer has to stay within to be a good one.</param>
/// <param name="Capacity">Requests per second that all loads but the metastable one are multiples of.</param>
/// <param name="CapacityGiven">It was not searched, but given.</param>
/// <param name="FixedLimit">Requests in flight that the fixed limit allows.</param>
public sealed record OverloadRecord(
    StudyEnvelope Envelope,
    double ObjectiveMs,
    double? Capacity,
    bool CapacityGiven,
    int FixedLimit,
    IReadOnlyList<OverloadRun> Runs)
{
    /// <summary>
    /// The highest goodput that was seen: the capacity, or that of a rung of a ladder, whatever the setting. Null where neither
    /// is known.
    /// </summary>
    public double? Peak => Runs.Where(run => run.Shape == OverloadLab.Ladder)
        .SelectMany(run => run.Stretches)
        .Select(stretch => (double?)stretch.GoodputPerSecond)
        .Append(Capacity)
        .Max();
}
