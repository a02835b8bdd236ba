namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>A stretch of a phase that is summed up by itself.</summary>
/// <param name="Users">At its end; 0 in an open loop.</param>
/// <param name="ArrivalsPerSecond">Asked for, on average; 0 in a closed loop.</param>
internal readonly record struct PlannedStep(TimeSpan Duration, int Users, double ArrivalsPerSecond)
{
    public static TimeSpan Total(IEnumerable<PlannedStep> steps) =>
        steps.Aggregate(TimeSpan.Zero, (sum, step) => sum + step.Duration);
}
