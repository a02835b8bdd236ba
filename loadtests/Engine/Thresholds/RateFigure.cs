using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>Successes per second over the time that really passed.</summary>
internal sealed class RateFigure() : ThresholdFigure("rate")
{
    public override IReadOnlyList<LimitUnit> Units { get; } = [LimitUnit.PerSecond];

    public override double? Of(LoadFigures figures, LimitUnit unit) =>
        figures.Elapsed > TimeSpan.Zero ? figures.RequestsPerSecond : null;

    public override double Lowest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) =>
        (figures.Completed - figures.CompletedLate) / outlook.Planned.TotalSeconds;

    public override double Highest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) =>
        (figures.Completed - figures.CompletedLate + Remaining(figures, outlook)) / outlook.Planned.TotalSeconds
        ?? double.PositiveInfinity;
}
