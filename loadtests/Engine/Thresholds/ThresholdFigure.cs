using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>A figure of a run that a limit can be set to.</summary>
internal abstract class ThresholdFigure(string name)
{
    public string Name { get; } = name;

    /// <summary>The units that a limit may have.</summary>
    public abstract IReadOnlyList<LimitUnit> Units { get; }

    /// <summary>Null where nothing was measured that could give it.</summary>
    public abstract double? Measure(LoadFigures figures, LimitUnit unit);

    /// <summary>Why there is no figure although requests were measured, in a clause; null otherwise.</summary>
    public virtual string? WhyNone(LoadFigures figures) => null;

    /// <summary>Why the figure is infinite, in a clause; null where it never is.</summary>
    public virtual string? WhyInfinite(LoadFigures figures) => null;

    /// <summary>The lowest that the figure can still end at.</summary>
    public virtual double Lowest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) => 0;

    /// <summary>The highest that the figure can still end at.</summary>
    public virtual double Highest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) => double.PositiveInfinity;

    /// <summary>Successes that may still come; null where nobody knows.</summary>
    protected static long? Remaining(LoadFigures figures, RunOutlook outlook) =>
        outlook.Requests is { } requests
            ? Math.Max(0, requests - figures.Completed - figures.Failed - figures.Dropped - figures.CutOff)
            : null;
}
