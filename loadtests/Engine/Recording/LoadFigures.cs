namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>The measurements of a phase that thresholds are evaluated on, up to a moment or up to its end.</summary>
public record LoadFigures
{
    /// <summary>The time that actually passed, at most the planned duration.</summary>
    public TimeSpan Elapsed { get; init; }

    /// <summary>
    /// Of every request that was sent, from the scheduled moment to the end of the simulated round trip. For requests that timed
    /// out or were unanswered it is the time waited.
    /// </summary>
    public LatencyDistribution Latency { get; init; } = new();

    /// <summary>Successes.</summary>
    public long Completed => Latency.Successes.Count;

    /// <summary>The successes whose response came after the end, in the grace period.</summary>
    public long CompletedLate { get; internal set; }

    /// <summary>Requests that failed, timed out or were unanswered at the end.</summary>
    public long Failed => Latency.Failed;

    /// <summary>Arrivals of an open loop that were never sent, because too many requests were in flight.</summary>
    public long Dropped => Latency.Dropped;

    /// <summary>Requests whose lateness exceeded the generator's threshold.</summary>
    public long Late { get; internal set; }

    /// <summary>
    /// Requests scheduled before the end, sent or not, without a response when the grace period ended or the run was interrupted.
    /// </summary>
    public long CutOff { get; internal set; }

    /// <summary>The cut-off requests that had been sent and had no response in the whole grace period.</summary>
    public long Unanswered { get; internal set; }

    /// <summary>The cut-off requests that were not sent, or were pausing between calls: they are in no latency.</summary>
    public long NotSent => CutOff - Unanswered;

    /// <summary>Successes until the end, divided by the elapsed time.</summary>
    public double RequestsPerSecond => Elapsed > TimeSpan.Zero ? (Completed - CompletedLate) / Elapsed.TotalSeconds : 0;
}
