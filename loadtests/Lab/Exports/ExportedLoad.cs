using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Engine.Thresholds;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>A load in a form that other tools can run.</summary>
/// <param name="Name">Lower-case letters, digits and hyphens. It is also part of file names.</param>
/// <param name="WarmUp">The duration of the warm-up, which is not measured.</param>
internal abstract record ExportedLoad(string Name, TimeSpan WarmUp, ulong Seed, IReadOnlyList<Threshold> Thresholds)
{
    public abstract TimeSpan Duration { get; }
}

/// <summary>Closed loop: users who wait for answers.</summary>
internal sealed record ExportedUsers(
    string Name,
    IReadOnlyList<LoadStep> Steps,
    ThinkTime ThinkTime,
    TimeSpan Pacing,
    int WarmUpUsers,
    TimeSpan WarmUp,
    ulong Seed,
    IReadOnlyList<Threshold> Thresholds) : ExportedLoad(Name, WarmUp, Seed, Thresholds)
{
    public override TimeSpan Duration => Steps.Aggregate(TimeSpan.Zero, (sum, step) => sum + step.Duration);
}

/// <summary>Open loop: arrivals that do not wait for answers.</summary>
internal sealed record ExportedArrivals(
    string Name,
    IReadOnlyList<ArrivalStage> Stages,
    int MaxInFlight,
    TimeSpan WarmUp,
    ulong Seed,
    IReadOnlyList<Threshold> Thresholds) : ExportedLoad(Name, WarmUp, Seed, Thresholds)
{
    public override TimeSpan Duration => Stages.Aggregate(TimeSpan.Zero, (sum, stage) => sum + stage.Duration);
}
