namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>What a search found.</summary>
/// <param name="HighestMet">The highest rate tried that kept the goal; null where none did.</param>
/// <param name="LowestMissed">The lowest rate tried above it that did not; null
/// where the search ended before one was found.</param>
/// <param name="Limit">The highest rate that keeps the goal, with its interval; null where the trials do not tell.</param>
public sealed record CapacityResult(
    CapacityGoal Goal, IReadOnlyList<CapacityTrial> Trials, double? HighestMet, double? LowestMissed, LimitEstimate? Limit)
{
    /// <summary>The limit where it could be estimated, else the highest rate that was seen to keep the goal.</summary>
    public double? Rate => Limit?.Rate ?? HighestMet;

    /// <summary>Why the load generator may have been the limit; null where it was not, in any trial up to the limit.</summary>
    public string? GeneratorLimit => Trials
        .Where(trial => trial.GeneratorLimit is not null && (Rate is not { } rate || trial.OfferedRate <= rate * 1.05))
        .Select(trial => trial.GeneratorLimit)
        .FirstOrDefault();
}
