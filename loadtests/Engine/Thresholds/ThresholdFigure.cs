using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>A figure of a run that a threshold can limit.</summary>
internal abstract class ThresholdFigure(string name)
{
    public string Name { get; } = name;

    /// <summary>The units that a limit may have.</summary>
    public abstract IReadOnlyList<LimitUnit> Units { get; }

    /// <summary>Null when nothing was measured for it.</summary>
    public abstract double? Measure(LoadFigures figures, LimitUnit unit);

    /// <summary>Why there is no value although requests were measured, as a clause; null otherwise.</summary>
    public virtual string? ReasonNotStated(LoadFigures figures) => null;

    /// <summary>Why the figure is infinite, as a clause; null if it never is.</summary>
    public virtual string? ReasonInfinite(LoadFigures figures) => null;

    /// <summary>The lowest value that the figure can still have at the end.</summary>
    public virtual double Lowest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) => 0;

    /// <summary>The highest value that the figure can still have at the end.</summary>
    public virtual double Highest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) => double.PositiveInfinity;

    /// <summary>The number of requests that may still come; null if it is unknown.</summary>
    protected static long? Remaining(LoadFigures figures, RunOutlook outlook) =>
        outlook.Requests is { } requests
            ? Math.Max(0, requests - figures.Completed - figures.Failed - figures.Dropped - figures.CutOff)
            : null;
}
