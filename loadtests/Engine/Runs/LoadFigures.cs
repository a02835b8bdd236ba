using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Runs;

/// <summary>What a run has measured after its warm-up, so far or in all.</summary>
/// <param name="Completed">Successes; <paramref name="Latency"/> is theirs.</param>
/// <param name="Dropped">Arrivals of an open loop that were never made, since too many requests were in flight.</param>
/// <param name="Late">Requests that left later than <see cref="GeneratorThresholds.LatenessP99"/> after they were due.</param>
/// <param name="CutOff">Requests that users made before the end and that were not over by then.</param>
public sealed record LoadFigures(
    TimeSpan Elapsed, long Completed, long Failed, long Dropped, long Late, long CutOff, LatencyHistogram Latency)
{
    /// <summary>Successes over the time that really passed.</summary>
    public double RequestsPerSecond => Elapsed > TimeSpan.Zero ? Completed / Elapsed.TotalSeconds : 0;

    /// <summary>Of those that completed or failed, from 0 to 1.</summary>
    public double ErrorShare => Completed + Failed > 0 ? (double)Failed / (Completed + Failed) : 0;

    internal static LoadFigures None => new(TimeSpan.Zero, 0, 0, 0, 0, 0, new LatencyHistogram());
}
