using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>The measurements of a phase that thresholds are evaluated on, up to a moment or up to its end.</summary>
/// <param name="Elapsed">The time that actually passed, at most the planned duration.</param>
/// <param name="Completed">Successes.</param>
/// <param name="Dropped">Arrivals of an open loop that were never sent, because too many requests were in flight.</param>
/// <param name="Late">Requests whose lateness exceeded the generator's threshold.</param>
/// <param name="CutOff">
/// Requests scheduled before the end, sent or not, without a response when the grace period ended or the run was interrupted.
/// </param>
/// <param name="Latency">
/// Of every request that was sent, from the scheduled moment to the end of the simulated round trip. For requests that timed out
/// or were unanswered it is the time waited.
/// </param>
public record LoadFigures(
    TimeSpan Elapsed, long Completed, long Failed, long Dropped, long Late, long CutOff, LatencyDistribution Latency)
{
    /// <summary>The successes whose response came after the end, in the grace period.</summary>
    public long CompletedLate { get; init; }

    /// <summary>The cut-off requests that had been sent and had no response in the whole grace period.</summary>
    public long Unanswered { get; init; }

    /// <summary>Requests that failed or were unanswered.</summary>
    public long Errors => Failed + Unanswered;

    /// <summary>Successes until the end, divided by the elapsed time.</summary>
    public double RequestsPerSecond => Elapsed > TimeSpan.Zero ? (Completed - CompletedLate) / Elapsed.TotalSeconds : 0;

    internal static LoadFigures None => new(TimeSpan.Zero, 0, 0, 0, 0, 0, new LatencyDistribution());
}
