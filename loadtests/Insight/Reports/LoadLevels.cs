namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>The seconds of a run grouped by their load, for throughput and latency against it.</summary>
/// <param name="Unit">The unit of the load: users, or in an open loop requests due in a second.</param>
/// <param name="Slices">The groups, from the lowest load; empty if the load hardly changed.</param>
internal sealed record LoadLevels(string Unit, IReadOnlyList<LoadSlice> Slices)
{
    private const int MinLevels = 3;
    private const int MaxLevels = 10;
    private const int SecondsOfLevel = 2;

    /// <summary>The highest load must be this many times the lowest one.</summary>
    private const double MinGrowth = 1.5;

    /// <summary>Arrivals are counted over enough seconds that chance hardly changes their rate.</summary>
    private const double MinArrivals = 50;
    private const int MaxWindows = 20;

    public LoadSlice? Knee { get; } = Figures.Knee.FindIn(Slices, slice => slice.At, slice => slice.RequestsPerSecond);

    public static LoadLevels FromRun(LoadRecord load, RunSamples samples)
    {
        var seconds = load.Arrivals is null
            ? [.. load.Seconds.Select(second => (Load: (double)(second.Users ?? 0), Second: second))]
            : ByArrivals(load.Seconds);
        var highest = seconds.Select(each => each.Load).DefaultIfEmpty().Max();
        var levels = Math.Clamp(seconds.Count / SecondsOfLevel, MinLevels, MaxLevels);
        IReadOnlyList<LoadSlice> slices =
        [
            .. from each in seconds
               where each.Load > 0
               group each by Math.Ceiling(each.Load / highest * levels) into level
               let length = level.Sum(each => Length(each.Second))
               let at = level.Sum(each => each.Load * Length(each.Second)) / length
               orderby at
               select LoadSlice.FromSeconds([.. level.Select(each => each.Second)], at, length, samples),
        ];
        return new LoadLevels(
            load.Arrivals is null ? "users" : "requests due per second",
            slices is [var lowest, .., var last] && last.At >= MinGrowth * lowest.At ? slices : []);
    }

    private static List<(double Load, SecondSample Second)> ByArrivals(IReadOnlyList<SecondSample> seconds)
    {
        var windows = Math.Clamp(seconds.Sum(Arrivals) / MinArrivals, 1, MaxWindows);
        return
        [
            .. seconds.Chunk((int)Math.Ceiling(seconds.Count / windows)).SelectMany(window =>
                window.Select(second => (window.Sum(Arrivals) / window.Sum(Length), second))),
        ];
    }

    private static double Arrivals(SecondSample second) => second.Sent + (second.Dropped ?? 0);

    // A length that is not known is a whole second.
    private static double Length(SecondSample second) => second.Length > 0 ? second.Length : 1;
}
