namespace DroneDelivery.LoadTests.Engine.Arrivals;

/// <summary>The usual shapes of an open loop, as stages.</summary>
public static class ArrivalStages
{
    /// <summary>
    /// Equal steps of constant rates, the first at <paramref name="from"/> and the last at <paramref name="to"/>.
    /// </summary>
    public static IReadOnlyList<ArrivalStage> Steps(double from, double to, int count, TimeSpan total)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 2);
        return [.. Enumerable.Range(0, count)
            .Select(step => ArrivalStage.Hold(from + ((to - from) * step / (count - 1)), Share(total, step, count)))];
    }

    /// <summary>A constant rate with a sudden, higher one in its middle.</summary>
    public static IReadOnlyList<ArrivalStage> Spike(double rate, TimeSpan before, double peak, TimeSpan during, TimeSpan after) =>
        [ArrivalStage.Hold(rate, before), ArrivalStage.Hold(peak, during), ArrivalStage.Hold(rate, after)];

    private static TimeSpan Share(TimeSpan total, int step, int count) => (total * (step + 1) / count) - (total * step / count);
}
