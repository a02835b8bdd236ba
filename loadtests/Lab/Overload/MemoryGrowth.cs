namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>How much memory grows under a constant load.</summary>
public static class MemoryGrowth
{
    /// <summary>The number of equal parts of the load. The first is skipped: it allocates buffers and connections.</summary>
    private const int Parts = 5;

    /// <param name="from">The start of the load, in seconds since the run's start; <paramref name="until"/> is its end.</param>
    /// <returns>
    /// The mean of the last fifth over the mean of the second fifth, minus 1: 0.1 is 10 % more. Null if either has no sample.
    /// </returns>
    public static double? Measure(IReadOnlyList<ChartPoint> points, double from, double until)
    {
        var part = (until - from) / Parts;
        var (second, last) = (MeanOf(from + part, from + (2 * part)), MeanOf(until - part, until));
        return second > 0 && last > 0 ? (last / second) - 1 : null;

        double MeanOf(double start, double end) => points
            .Where(point => point.X >= start && point.X < end)
            .Select(point => point.Y)
            .DefaultIfEmpty()
            .Average();
    }
}
