namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>Whether memory grows under a load that stays the same.</summary>
public static class MemoryGrowth
{
    /// <summary>In the first part buffers and connections are made, which are kept.</summary>
    private const int Parts = 5;

    /// <param name="from">Of the load, in seconds; as <paramref name="until"/>.</param>
    /// <returns>
    /// The mean of the last fifth over that of the second, less 1: 0.1 is a tenth more. Null where it was read too seldom.
    /// </returns>
    public static double? Measure(IReadOnlyList<MemoryPoint> points, double from, double until)
    {
        var part = (until - from) / Parts;
        var (second, last) = (MeanOf(from + part, from + (2 * part)), MeanOf(until - part, until));
        return second > 0 && last > 0 ? (last / second) - 1 : null;

        double MeanOf(double start, double end) => points
            .Where(point => point.Second >= start && point.Second < end)
            .Select(point => point.MiB)
            .DefaultIfEmpty()
            .Average();
    }
}
