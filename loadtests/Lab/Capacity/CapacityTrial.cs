namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>What a trial was run for.</summary>
public enum TrialPurpose
{
    /// <summary>To find a rate that is too high.</summary>
    Doubling,

    /// <summary>To narrow down where the limit lies.</summary>
    Bisecting,

    /// <summary>To measure around the limit, for the estimate and its interval.</summary>
    Confirming,
}

/// <summary>A stretch of load at one constant rate (open loop) and what came of the arrivals in it.</summary>
/// <param name="OfferedRate">Arrivals per second that were scheduled.</param>
/// <param name="Seconds">Of the measured stretch.</param>
/// <param name="Arrivals">Scheduled in the measured stretch.</param>
/// <param name="Good">Those of them that were answered with success within the objective, from their scheduled moment.</param>
/// <param name="Throughput">Successes per second that ended in the measured stretch.</param>
/// <param name="P50Ms">
/// Of all requests of the measured stretch, from their scheduled moment, in ms: answered, failed, timed out, or unanswered at the
/// end. Null where more arrivals were never sent than the percentile leaves room for. As <paramref name="P99Ms"/>.
/// </param>
/// <param name="InFlight">Mean requests in the system over the measured stretch, those included that were never answered.</param>
public sealed record CapacityTrial(
    TrialPurpose Purpose,
    double OfferedRate,
    double Seconds,
    long Arrivals,
    long Good,
    double Throughput,
    double? P50Ms,
    double? P99Ms,
    double InFlight)
{
    private const double KeepingUp = 0.9;

    /// <summary>
    /// Percentiles from here on, in ms, are lower bounds: a request that was never answered had waited so long. Null where all
    /// were answered.
    /// </summary>
    public double? ExactBelowMs { get; init; }

    /// <summary>Of successes alone, in ms, as <see cref="SuccessP99Ms"/>; null where nothing failed.</summary>
    public double? SuccessP50Ms { get; init; }

    public double? SuccessP99Ms { get; init; }

    /// <summary>Of the machine, from 0 to 1: every process of the system, and the load generator.</summary>
    public double CpuShare { get; init; }

    /// <summary>Why the load generator was short of CPU, in sentences; null where it was not.</summary>
    public string? GeneratorLimit { get; init; }

    /// <summary>What disturbed the machine meanwhile, in sentences; null where nothing did.</summary>
    public string? Disturbance { get; init; }

    /// <summary>Arrivals that were too slow, failed, dropped, or not answered at all.</summary>
    public long Missed => Arrivals - Good;

    /// <summary>As a share of all arrivals, from 0 to 1.</summary>
    public double MissedShare => Arrivals > 0 ? (double)Missed / Arrivals : 1;

    /// <summary>Answers come about as fast as arrivals do (open loop): no backlog grows.</summary>
    public bool KeepsUp => Throughput >= KeepingUp * OfferedRate;

    /// <summary>Mean time of a request in the system, by Little's law: so many in it, so many answered in a second.</summary>
    public double MeanMs => Throughput > 0 ? InFlight / Throughput * 1000 : 0;

    /// <summary>Whether a latency of this trial says only how long it was at least.</summary>
    public bool IsLowerBound(double latencyMs) => latencyMs >= ExactBelowMs;
}
