namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// Where more load begins to bring little throughput for much latency: the trial with the highest power, throughput over the mean
/// time in the system.
/// Source: Kleinrock, Power and Deterministic Rules of Thumb for Probabilistic Problems in Computer Communications (ICC 1979).
/// </summary>
public static class Knee
{
    /// <summary>Null where nothing was answered.</summary>
    public static CapacityTrial? FindIn(IReadOnlyList<CapacityTrial> trials) =>
        trials.Where(trial => trial is { Throughput: > 0, MeanMs: > 0 }).MaxBy(trial => trial.Throughput / trial.MeanMs);
}
