using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>One step of the profile; a request belongs to the step in which it ended.</summary>
/// <param name="Step">From 0.</param>
/// <param name="Users">At its end; 0 in an open loop.</param>
/// <param name="Duration">The time that really passed in it.</param>
/// <param name="Completed">Successes.</param>
/// <param name="MeanMs">Of the requests that ended in it, as all latencies here.</param>
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
    /// <summary>Arrivals that an open loop was asked for, on average; 0 in a closed loop.</summary>
    public double ArrivalsPerSecond { get; init; }

    /// <summary>Successes.</summary>
    public double RequestsPerSecond => Duration > TimeSpan.Zero ? Completed / Duration.TotalSeconds : 0;
}
