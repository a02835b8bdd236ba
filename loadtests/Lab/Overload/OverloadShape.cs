using DroneDelivery.LoadTests.Engine.Journeys;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>How load goes beyond what a system can take, and what comes after it. Always an open loop.</summary>
/// <param name="Name">The name on the command line and in files.</param>
/// <param name="After">
/// What shows whether the system is back to normal: a light load, or the usual one; its duration is the longest that is waited.
/// </param>
public sealed record OverloadShape(string Name, string Title, IReadOnlyList<OverloadStep> Steps, OverloadStep After)
{
    /// <summary>What its clients do; null for clients that take what they get.</summary>
    public RetryPolicy? Retries { get; init; }

    /// <summary>Of the load, without what comes after it.</summary>
    public TimeSpan Duration => Steps.Aggregate(TimeSpan.Zero, (sum, step) => sum + step.Duration);
}

/// <summary>A stretch of constant load.</summary>
/// <param name="Times">Arrivals per second, in multiples of the capacity.</param>
public readonly record struct OverloadStep(double Times, TimeSpan Duration);
