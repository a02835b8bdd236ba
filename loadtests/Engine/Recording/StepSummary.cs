using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>One step of the profile. A request belongs to the step in which it ended.</summary>
/// <param name="Users">The number of users at its end; 0 in an open loop.</param>
/// <param name="Duration">The time that actually passed in it.</param>
/// <param name="Completed">Successes.</param>
/// <param name="MeanMs">Over the requests that ended in the step, like all latencies here.</param>
public sealed record StepSummary(
    int Users,
    TimeSpan Duration,
    long Completed,
    long Failed,
    LatencyValue MeanMs,
    LatencyValue P95Ms);
