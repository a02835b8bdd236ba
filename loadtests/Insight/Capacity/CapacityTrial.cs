namespace DroneDelivery.LoadTests.Insight.Capacity;

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
/// <param name="P50Ms">Of successes, from their scheduled moment, in ms; as <paramref name="P99Ms"/>.</param>
/// <param name="ServiceMs">Mean from sending to the end of the answer, in ms.</param>
/// <param name="CpuShare">Of the machine, from 0 to 1: every process of the system, and the load generator.</param>
/// <param name="GeneratorLimit">Why the load generator may have been the limit, in a sentence; null where it was not.</param>
public sealed record CapacityTrial(
    TrialPurpose Purpose,
    double OfferedRate,
    double Seconds,
    long Arrivals,
    long Good,
    double Throughput,
    double P50Ms,
    double P99Ms,
    double ServiceMs,
    double CpuShare,
    string? GeneratorLimit)
{
    private const double KeepingUp = 0.9;

    /// <summary>What else had the machine meanwhile, in a sentence; null where nothing disturbed.</summary>
    public string? Disturbance { get; init; }

    /// <summary>Arrivals that were too slow, failed, dropped, or not answered at all, as a share of all from 0 to 1.</summary>
    public double MissedShare => Arrivals > 0 ? 1 - ((double)Good / Arrivals) : 1;

    /// <summary>Answers come about as fast as arrivals do (open loop): no backlog grows.</summary>
    public bool KeepsUp => Throughput >= KeepingUp * OfferedRate;

    /// <summary>Mean requests in the system, by Little's law.</summary>
    public double InFlight => Throughput * ServiceMs / 1000;
}
