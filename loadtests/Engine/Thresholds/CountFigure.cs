using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Thresholds;

/// <summary>Requests that something happened to: how many, or which share of all.</summary>
/// <param name="all">The requests that it could have happened to so far.</param>
internal sealed class CountFigure(string name, Func<LoadFigures, long> count, Func<LoadFigures, long> all) : ThresholdFigure(name)
{
    public static IReadOnlyList<CountFigure> Known { get; } =
    [
        new("errors", figures => figures.Errors, figures => figures.Completed + figures.Errors),
        new("dropped", figures => figures.Dropped, figures => Started(figures) + figures.Dropped),
        new("late", figures => figures.Late, Started),
        new("cutoff", figures => figures.CutOff, Started),
    ];

    public override IReadOnlyList<LimitUnit> Units { get; } = [LimitUnit.Count, LimitUnit.Share];

    public override double? Of(LoadFigures figures, LimitUnit unit) => (unit, all(figures)) switch
    {
        (LimitUnit.Count, _) => count(figures),
        (_, 0) => null,
        (_, var total) => (double)count(figures) / total,
    };

    public override double Lowest(LoadFigures figures, LimitUnit unit, RunOutlook outlook) => (unit, outlook.Requests) switch
    {
        (LimitUnit.Count, _) => count(figures),
        (_, { } requests) when count(figures) > 0 => (double)count(figures) / Math.Max(requests, all(figures)),
        _ => count(figures) > 0 ? double.Epsilon : 0,
    };

    private static long Started(LoadFigures figures) => figures.Completed + figures.Failed + figures.CutOff;
}
