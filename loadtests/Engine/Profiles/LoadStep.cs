namespace DroneDelivery.LoadTests.Engine.Profiles;

/// <summary>A stretch of a run with a constant number of users.</summary>
public readonly record struct LoadStep(int Users, TimeSpan Duration)
{
    internal static TimeSpan Total(IEnumerable<LoadStep> steps) =>
        steps.Aggregate(TimeSpan.Zero, (sum, step) => sum + step.Duration);
}
