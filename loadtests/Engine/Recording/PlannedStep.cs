namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>A part of a phase with separate figures.</summary>
/// <param name="Users">The number of users at its end; 0 in an open loop.</param>
internal readonly record struct PlannedStep(TimeSpan Duration, int Users)
{
    public static TimeSpan Total(IEnumerable<PlannedStep> steps) =>
        steps.Aggregate(TimeSpan.Zero, (sum, step) => sum + step.Duration);
}
