using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>What a run has measured after its warm-up, so far or in all.</summary>
/// <param name="Completed">Successes.</param>
/// <param name="Dropped">Arrivals of an open loop that were never made, since too many requests were in flight.</param>
/// <param name="Late">Requests that left later after they were due than the generator is allowed to.</param>
/// <param name="CutOff">Requests that users meant to make before the end and that had no answer when the grace was over.</param>
/// <param name="Latency">Of every request that was sent, from its scheduled moment.</param>
public sealed record LoadFigures(
    TimeSpan Elapsed, long Completed, long Failed, long Dropped, long Late, long CutOff, LatencyDistribution Latency)
{
    /// <summary>Of the successes, those whose answer came after the end, in the grace.</summary>
    public long CompletedLate { get; init; }

    /// <summary>Of those cut off, the ones that had been sent.</summary>
    public long Unanswered { get; init; }

    /// <summary>Requests that failed, or had no answer when nobody waited any longer.</summary>
    public long Errors => Failed + Unanswered;

    /// <summary>Successes until the end over the time that really passed.</summary>
    public double RequestsPerSecond => Elapsed > TimeSpan.Zero ? (Completed - CompletedLate) / Elapsed.TotalSeconds : 0;

    /// <summary>Of those that completed, failed or had no answer, from 0 to 1.</summary>
    public double ErrorShare => Completed + Errors > 0 ? (double)Errors / (Completed + Errors) : 0;

    internal static LoadFigures None => new(TimeSpan.Zero, 0, 0, 0, 0, 0, new LatencyDistribution());
}
