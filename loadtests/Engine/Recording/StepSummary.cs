using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>One step of the profile. A request belongs to the step in which it ended.</summary>
/// <param name="Step">The number of the step, from 0.</param>
/// <param name="Users">The number of users at its end; 0 in an open loop.</param>
/// <param name="Duration">The time that actually passed in it.</param>
/// <param name="Completed">Successes.</param>
/// <param name="MeanMs">Over the requests that ended in the step, like all latencies here.</param>
public sealed record StepSummary(
    int Step,
    int Users,
    TimeSpan Duration,
    long Completed,
    long Failed,
    LatencyValue MeanMs,
    LatencyValue P50Ms,
    LatencyValue P95Ms,
    LatencyValue P99Ms)
{
    /// <summary>The mean scheduled rate of an open loop; 0 in a closed loop.</summary>
    public double ArrivalsPerSecond { get; init; }

    /// <summary>Successes per second.</summary>
    public double RequestsPerSecond => Duration > TimeSpan.Zero ? Completed / Duration.TotalSeconds : 0;
}
