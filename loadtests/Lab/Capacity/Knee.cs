namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// The point beyond which more load adds much latency and little throughput: the trial with the highest power, which is
/// throughput over the mean time in the system.
/// Source: Kleinrock, Power and Deterministic Rules of Thumb for Probabilistic Problems in Computer Communications (ICC 1979).
/// </summary>
public static class Knee
{
    /// <summary>Null if no request was answered.</summary>
    public static CapacityTrial? FindIn(IReadOnlyList<CapacityTrial> trials) =>
        trials.Where(trial => trial is { Throughput: > 0, MeanMs: > 0 }).MaxBy(trial => trial.Throughput / trial.MeanMs);
}
