namespace DroneDelivery.LoadTests.Insight.Figures;

/// <summary>The load at which throughput stops growing: the lowest one with nearly the highest throughput of all loads.</summary>
public static class Knee
{
    /// <summary>The share of the highest throughput.</summary>
    public const double Share = 0.95;

    /// <summary>A load of this many times the knee was measured; otherwise throughput may still grow.</summary>
    public const double LoadBeyond = 1.25;

    /// <returns>Null if there is none.</returns>
    public static T? FindIn<T>(IReadOnlyList<T> measured, Func<T, double> load, Func<T, double> throughput)
        where T : class
    {
        var highest = measured.Select(throughput).DefaultIfEmpty().Max();
        var reached = measured.Where(each => highest > 0 && throughput(each) >= Share * highest).MinBy(load);
        return reached is not null && measured.Max(load) >= LoadBeyond * load(reached) ? reached : null;
    }
}
