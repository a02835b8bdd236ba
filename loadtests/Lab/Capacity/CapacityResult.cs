namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>The result of a search.</summary>
/// <param name="HighestMet">The highest rate tried that met the goal; null if none did.</param>
/// <param name="LowestMissed">The lowest rate tried above <paramref name="HighestMet"/>
/// that did not meet the goal; null if there is none.</param>
/// <param name="Limit">The estimated highest rate that meets the goal, with its interval; null if there is no estimate.</param>
public sealed record CapacityResult(
    CapacityGoal Goal, IReadOnlyList<CapacityTrial> Trials, double? HighestMet, double? LowestMissed, LimitEstimate? Limit)
{
    /// <summary>The estimated limit, otherwise the highest rate tried that met the goal.</summary>
    public double? Rate => Limit?.Rate ?? HighestMet;

    /// <summary>Why the load generator may have been the limit, in a trial up to the found limit; null if it was not.</summary>
    public string? GeneratorLimit => Trials
        .Where(trial => trial.GeneratorLimit is not null && (Rate is not { } rate || trial.OfferedRate <= rate * 1.05))
        .Select(trial => trial.GeneratorLimit)
        .FirstOrDefault();
}
